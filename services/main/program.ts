import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { untilLongIndex } from '#infra/postgres/long-index.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import {
  createMetrics,
  type HealthCheck,
  type HealthDetail,
  healthRoutes,
  publicHealthRoutes,
} from '#platform/http/health.routes.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createLog, type Log } from '#platform/log.ts';
import { MAILBOX_PATH, mailboxRoutes } from '#platform/mail/mailbox.routes.ts';
import { securityTextRoute } from '#platform/security-text.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import { type Identity, openIdentity } from '#services/auth/auth.module.ts';
import { createSessionCookie } from '#services/auth/session-cookie.ts';
import { type Billing, openBilling } from '#services/billing/billing.module.ts';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { inquiriesByMail } from '#services/contact/contact.mail.ts';
import { type Bot, createDemoBot } from '#services/demo/demo-bot.ts';
import { refuseDemoAccounts } from '#services/demo/demo-company.ts';
import { openChains, openProofDesk, type ProofDesk, sealCheck } from '#services/proof/proof.module.ts';
import { registrationCodeLetter } from '#services/registration/registration-code.mail.ts';
import { buildApp } from './app.ts';
import { startJobs } from './jobs.ts';
import { attachLive, liveBusCheck, securityLogOf } from './live.ts';
import { databaseRoles } from './logins.ts';
import { installationOf, openReads, type Reads } from './open-database.ts';
import { webApp } from './pages.ts';
import { attachSandbox } from './payments.ts';
import { type Projecting, startProjecting } from './projecting.ts';
import { openRegistration } from './registration.ts';
import { assertPortIsFree, createServer, guardReplies, listen } from './server.ts';
import { type Core, coreChecks, openCore, openLiveBus } from './wiring.ts';

export type Program = {
  /** Where it listens, for a person on this machine; no slash at the end. */
  readonly url: string;
  /** Where `/metrics` and the whole `/readyz` are, if they have a port of their own. */
  readonly metricsUrl: string | undefined;
  /** For what shares the process with it: the demo company, tests. */
  readonly core: Core;
  readonly bus: LiveBus;
  readonly progress: ProjectionProgress;
  /**
   * Is not ready any more, and takes requests until a balancer has seen that. Resolves at once in a process that takes
   * none but for its health.
   */
  leave(): Promise<void>;
  /** Finishes what was begun (requests, jobs, batches), then closes everything. A second call waits for it too. */
  stop(): Promise<void>;
};

/** A balancer that asks `/readyz` every second has then asked twice. */
const LEAVE_MS = 3000;

export type Surroundings = {
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  readonly log?: Log;
  /** Runs when the projections run, before jobs and requests. */
  readonly beforeWorking?: (program: Pick<Program, 'core' | 'progress'>) => Promise<void>;
};

/**
 * Starts the roles of this configuration and listens last, when everything else is ready. Throws CliError for an
 * error that the operator can fix. After an error, everything that was opened is closed again.
 */
export async function startProgram(config: Config, surroundings: Surroundings = {}): Promise<Program> {
  const { clock = systemClock, scheduler = systemScheduler, beforeWorking } = surroundings;
  const { log = createLog(config.logLevel) } = surroundings;
  const lifecycle = createLifecycle(log);
  try {
    const metricsPlace = config.metrics && { ...config.metrics, prefix: 'METRICS_' as const };
    for (const place of [config, metricsPlace]) if (place) await assertPortIsFree(place);
    const core = await openCore(config, { lifecycle, log, clock, scheduler });
    if (!config.demoAccounts) await refuseDemoAccounts(core.pool);
    const closing = new AbortController();
    const indexed = untilLongIndex(core.database.owner, { signal: closing.signal, scheduler, log });
    lifecycle.opened('index on the log', () => {
      closing.abort();
      return indexed;
    });
    const registry = createMetrics();
    const installation = await installationOf(core.pool);
    const bus = await openLiveBus(core, installation);
    lifecycle.opened('live bus', () => bus.close());
    const { progress, health, versions } = await startProjecting(core, { bus, registry, lifecycle });
    await beforeWorking?.({ core, progress });

    const identity = openIdentity({
      ...core,
      mailing: core.database.mailing,
      outbox: core.mail.outbox,
      bus,
      lifecycle,
      registrationCodeMail: registrationCodeLetter,
    });
    let url: string | undefined;
    const publicUrl = () => config.publicUrl ?? url;
    const seenAs = () => publicUrl() ?? `http://localhost:${config.port}`;
    const billing = openBilling({
      ...core,
      subscriptions: core.commands.subscriptions,
      outbox: core.mail.outbox,
      limits: identity.limits,
      timeZoneOf: core.accounts.timeZoneOf,
      publicUrl: seenAs,
    });
    const jobs = await startJobs({
      ...{ core, bus, identity, billing, registry, lifecycle, installation },
      publicUrl: seenAs,
    });

    const reads = await openReads(core.database, core, versions.guard);
    lifecycle.opened('reads', reads.close);
    let isLeaving = false;
    const leaving = async (): Promise<HealthDetail> => (isLeaving ? { problem: 'is stopping' } : {});
    const checks = [
      { name: 'process', check: leaving },
      ...coreChecks(core),
      databaseRoles(core.database),
      liveBusCheck(bus, config),
      { name: 'projections', check: health },
      sealCheck(core),
      ...jobs,
    ];
    const demoBot = config.production ? undefined : createDemoBot(core);
    if (demoBot) lifecycle.opened('demo bot', demoBot.stop);
    let metricsUrl: string | undefined;
    if (metricsPlace) {
      const inner = createServer({ trustProxy: false, secureCookies: false, log, scheduler });
      healthRoutes(inner, { checks, metrics: registry, scheduler });
      lifecycle.opened('metrics', () => inner.close());
      metricsUrl = await listen(inner, metricsPlace);
    }
    const app = await buildProgramApp({
      ...{ core, bus, progress, versions, registry, checks, identity, billing, demoBot },
      db: reads.db,
      proof: openProofDesk({ ...core, proof: openChains(core), lifecycle }),
      publicUrl,
    });
    lifecycle.opened('http', () => app.close());
    url = await listen(app, config);
    const leave = async () => {
      isLeaving = true;
      // A connection that is kept open would be used until the end of the listener, and in that moment.
      app.server.prependListener('request', (_, reply) => reply.setHeader('connection', 'close'));
      if (config.roles.has('api') || config.roles.has('gateway')) await scheduler.pause(LEAVE_MS);
    };
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= lifecycle.close();
      return stopping;
    };
    return { url, metricsUrl, core, bus, progress, leave, stop };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

type ProgramAppDeps = {
  readonly core: Core;
  readonly bus: LiveBus;
  readonly progress: ProjectionProgress;
  readonly registry: Registry;
  readonly checks: readonly HealthCheck[];
  readonly identity: Identity;
  readonly billing: Billing;
  readonly db: Reads['db'];
  readonly versions: Projecting['versions'];
  readonly proof: ProofDesk;
  readonly demoBot: Bot | undefined;
  /** As browsers see us, once it is known. */
  readonly publicUrl: () => string | undefined;
};

/** The HTTP side of this process. Every role answers for its health; the rest comes with `api` and `gateway`. */
async function buildProgramApp(deps: ProgramAppDeps): Promise<FastifyInstance> {
  const { core, bus, progress, registry, checks, identity } = deps;
  const { clock, scheduler, config, log } = core;
  const isInside = config.metrics === undefined && !config.production;
  const health = (app: FastifyInstance) =>
    isInside
      ? healthRoutes(app, { checks, metrics: registry, scheduler })
      : publicHealthRoutes(app, { checks, scheduler });
  const secureCookies = config.publicUrl?.startsWith('https:') ?? false;
  const web = webApp();
  const release = web?.release ?? null;
  const securityLog = securityLogOf({ log, metrics: registry, clock, identity, secureCookies });
  const live = (app: FastifyInstance) =>
    attachLive(app, { ...deps, securityLog, secureCookies, release }, identity.sessions);
  const attached = config.roles.has('gateway') ? [live, health] : [health];
  if (!config.roles.has('api')) {
    const app = createServer({ trustProxy: config.trustProxy, secureCookies, log, scheduler });
    guardReplies(app, secureCookies);
    for (const attach of attached) await attach(app);
    return app;
  }
  const leavesFor = config.mail.kind === 'smtp' ? new URL(config.mail.url).host : null;
  const mailbox = (app: FastifyInstance) => mailboxRoutes(app, { pool: core.pool, leavesFor });
  const cookie = createSessionCookie(secureCookies);
  const identify = async (cookies: string | undefined) => identity.sessions.identify(cookie.read(cookies));
  const payments = (app: FastifyInstance) => attachSandbox(app, { ...deps, identify });
  return buildApp({
    ...{ clock, scheduler, log, bus },
    publicUrl: deps.publicUrl,
    secureCookies,
    trustProxy: config.trustProxy,
    writeRates: config.writeRates,
    accounts: core.accounts,
    metrics: registry,
    ...{ identity, securityLog },
    outbox: core.mail.outbox,
    sendInquiry: inquiriesByMail({ pool: core.pool, outbox: core.mail.outbox, ...config }),
    receiveWebhook: createReceiveWebhook(core),
    billing: deps.billing,
    registration: openRegistration(core, deps.billing),
    mailbox: leavesFor === null && !config.production ? MAILBOX_PATH : undefined,
    proof: deps.proof,
    demoBot: deps.demoBot,
    imports: core.imports,
    commands: core.commands,
    db: deps.db,
    progress,
    store: core.store,
    extend: [
      ...[...attached, securityTextRoute(config, deps.publicUrl)],
      ...(config.production ? [] : [mailbox, payments]),
      ...(web ? [web.attach] : []),
    ],
    ...(web ? { notFound: web.notFound } : {}),
  });
}
