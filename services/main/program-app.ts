import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type HealthCheck, healthRoutes } from '#platform/http/health.routes.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { MAILBOX_PATH, mailboxRoutes } from '#platform/mail/mailbox.routes.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import type { Identity } from '#services/auth/auth.module.ts';
import { createSessionCookie } from '#services/auth/session-cookie.ts';
import type { Billing } from '#services/billing/billing.module.ts';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { advancing, sandboxRoutes } from '#services/billing/sandbox/sandbox.routes.ts';
import { inquiriesByMail } from '#services/contact/contact.mail.ts';
import { openRegistration } from '#services/main/registration.ts';
import type { ProofDesk } from '#services/proof/proof.module.ts';
import { buildApp } from './app.ts';
import { attachLive } from './live.ts';
import type { Reads } from './open-reads.ts';
import { openSandbox } from './payments.ts';
import { webApp } from './web/web-app.ts';
import type { Core } from './wiring.ts';

export type ProgramAppDeps = {
  readonly core: Core;
  readonly bus: LiveBus;
  readonly progress: ProjectionProgress;
  readonly registry: Registry;
  readonly checks: readonly HealthCheck[];
  readonly identity: Identity;
  readonly billing: Billing;
  readonly reads: Reads;
  readonly proof: ProofDesk;
  /** As browsers see us, once it is known. */
  readonly publicUrl: () => string | undefined;
};

/** The HTTP side of this process. Every role answers for its health; the rest comes with `api` and `gateway`. */
export async function buildProgramApp(deps: ProgramAppDeps): Promise<FastifyInstance> {
  const { core, bus, progress, registry, checks, identity, reads } = deps;
  const { clock, config, log } = core;
  const health = (app: FastifyInstance) => healthRoutes(app, checks, registry);
  const secureCookies = config.publicUrl?.startsWith('https:') ?? false;
  const live = (app: FastifyInstance) => attachLive(app, { ...deps, secureCookies }, identity.sessions);
  const attached = config.roles.has('gateway') ? [live, health] : [health];
  if (!config.roles.has('api')) {
    const app = Fastify({ logger: false });
    for (const attach of attached) await attach(app);
    return app;
  }
  const leavesFor = config.mail.kind === 'smtp' ? new URL(config.mail.url).host : null;
  const mailbox = (app: FastifyInstance) => mailboxRoutes(app, { pool: core.pool, leavesFor });
  const sandbox = openSandbox(core);
  const cookie = createSessionCookie(secureCookies);
  const identify = async (cookies: string | undefined) => identity.sessions.identify(cookie.read(cookies));
  const payments = (app: FastifyInstance) => {
    if (sandbox)
      sandboxRoutes(app, {
        identify,
        advance: advancing(sandbox, {
          ...deps,
          store: core.store,
          subscriptions: core.commands.subscriptions,
        }),
      });
  };
  const web = webApp();
  return buildApp({
    clock,
    log,
    bus,
    publicUrl: deps.publicUrl,
    secureCookies,
    trustProxy: config.trustProxy,
    accounts: core.accounts,
    identity,
    outbox: core.mail.outbox,
    sendInquiry: inquiriesByMail({ pool: core.pool, outbox: core.mail.outbox, ...config }),
    receiveWebhook: createReceiveWebhook(core),
    billing: deps.billing,
    registration: openRegistration(core, deps.billing),
    mailbox: leavesFor === null && !config.production ? MAILBOX_PATH : undefined,
    proof: deps.proof,
    commands: core.commands,
    db: reads.db,
    progress,
    store: core.store,
    extend: [...attached, ...(config.production ? [] : [mailbox, payments]), ...(web ? [web.attach] : [])],
    ...(web ? { notFound: web.notFound } : {}),
  });
}
