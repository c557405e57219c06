import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll } from 'vitest';
import { readVersions } from '#contracts/events/codec.ts';
import { type Clock, type Scheduler, systemClock, systemScheduler } from '#platform/clock.ts';
import { createStoredStates } from '#platform/commands/stored-states.postgres.ts';
import { readConfig } from '#platform/config.ts';
import { queriesOn } from '#platform/database.ts';
import type { TrustedProxies } from '#platform/environment.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createMetrics } from '#platform/http/health.routes.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import type { WriteRates } from '#platform/limits/write-quotas.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { type Identity, openIdentity } from '#services/auth/auth.module.ts';
import { createBilling, createProviderEventsNotifier } from '#services/billing/billing.module.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { createSandboxPayments } from '#services/billing/sandbox/payments.sandbox.ts';
import { createTrials } from '#services/billing/trials.ts';
import { inquiriesByMail } from '#services/contact/contact.mail.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import { buildApp } from '#services/main/app.ts';
import { securityLogOf } from '#services/main/live.ts';
import { openPostOffice } from '#services/main/mail.ts';
import { recordedSubscriptions } from '#services/main/payments.ts';
import { openRegistration } from '#services/main/registration.ts';
import { accountFacts, createCommands } from '#services/main/wiring.ts';
import { openProofDesk } from '#services/proof/proof.module.ts';
import { openProof } from '#services/proof/seal/proof.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { registrationCodeLetter } from '#services/registration/registration-code.mail.ts';
import { testKeys } from '#tests/proof/sealing-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { hashCheaply, pretendCheaply } from './cheap-password.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { PASSWORD, type SeededPerson, seedCompany } from './seed-company.ts';
import { createTestDatabase, createTestPool, type TestDatabase } from './test-database.ts';

export type ApiOptions = {
  clock?: Clock;
  scheduler?: Scheduler;
  /** Reads progress from the checkpoints, like a process without the projections role. */
  separateProgress?: boolean;
  secureCookies?: boolean;
  publicUrl?: string;
  /** Default: the limits of the program; also for the next. */
  limits?: Limits;
  writeRates?: WriteRates;
  /** Like TRUST_PROXY: believes X-Forwarded-For. */
  trustProxy?: TrustedProxies;
  /** Default: events are in Postgres. */
  store?: EventStore;
  /** Replaces the session look-up, for tests that do not sign in. */
  identify?: Identity['sessions']['identify'];
  /** Hides by the work of the program which emails exist; else by little work. */
  pretendsInFull?: true;
  /** Wraps the projections' progress, to slow it down or stop it. */
  progress?: (real: Progress) => Progress;
  /** Wraps the handlers' access to the read models. */
  reads?: (real: Kysely<ReadModels>) => Kysely<ReadModels>;
  /** Wraps the payment provider, for example to make it unavailable. */
  payments?: (real: Payments) => Payments;
};

export type Company = {
  companyId: string;
  owner: SeededPerson;
  manager: SeededPerson;
  associate: SeededPerson;
  colleague: SeededPerson;
  /** 10 % commission, 13 % tax; its goal is 2 sales and 5 decisions an hour. */
  campaignId: string;
};

export type ApiUnderTest = Awaited<ReturnType<typeof startApi>>;

/** The real app on a real database, with projections, on its own port. */
export async function startApi(databaseUrl: string, options: ApiOptions = {}) {
  const { clock = systemClock, scheduler = systemScheduler } = options;
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  // Busy is not unavailable: on a slow machine, opening a connection may take long.
  const pool: pg.Pool = createTestPool(databaseUrl, { connectionTimeoutMillis: MAX_WAIT_MS });
  const bus = createMemoryLiveBus({ log });
  const liveMessages: LiveMessage[] = [];
  bus.subscribe((message) => liveMessages.push(message));
  const store = options.store ?? createPostgresEventStore({ pool, log, scheduler });
  const registry = new Registry();
  const runner = createProjectionRunner({
    ...{ pool, store, bus, log, registry, scheduler },
    projections: allProjections,
  });
  await runner.start();
  const real = options.separateProgress
    ? createCheckpointProgress({ pool, bus, scheduler })
    : runner.progress;
  const db = queriesOn<ReadModels>(pool);
  const queries = createQueries(db);
  const mail = openPostOffice({ pool, mailing: pool, clock });
  const lifecycle = createLifecycle(log);
  const opened = openIdentity({
    ...{ pool, mailing: pool, clock, scheduler, bus, log, lifecycle, queries, limits: options.limits },
    outbox: mail.outbox,
    hash: hashCheaply,
    registrationCodeMail: registrationCodeLetter,
  });
  const identify = options.identify ?? opened.sessions.identify;
  const { identityProof } = opened;
  const identity = {
    ...{ ...opened, sessions: { ...opened.sessions, identify } },
    identityProof: options.identify ? { ...identityProof, missing: async () => null } : identityProof,
  };
  const commands = createCommands(store, { scheduler, states: createStoredStates(pool) });
  const accounts = createAccounts({
    ...{ pool, clock, ...accountFacts(commands), hash: hashCheaply },
    ...(!options.pretendsInFull && { pretend: pretendCheaply }),
  });
  const sandbox = createSandboxPayments({ pool, clock, recorded: recordedSubscriptions(store) });
  const payments = options.payments?.(sandbox) ?? sandbox;
  const billing = createBilling({
    ...{ pool, store, clock, log, payments },
    subscriptions: commands.subscriptions,
    outbox: mail.outbox,
    limits: identity.limits,
    timeZoneOf: accounts.timeZoneOf,
    trials: createTrials({ key: () => Buffer.from('a key'), readByAll: readVersions() }),
    publicUrl: () => 'http://localhost',
  });
  const registration = openRegistration(
    {
      ...{ pool, clock, commands, accounts, queries, hash: hashCheaply },
      config: { payments: { kind: 'sandbox' } },
    },
    billing,
  );
  const events = createCompanyLog(pool);
  const proof = openProof({ links: createSealLinks(pool), keys: testKeys, events });
  const metrics = createMetrics();
  const { secureCookies = false } = options;
  const app: FastifyInstance = await buildApp({
    ...{ clock, scheduler, log, bus, accounts, metrics, secureCookies },
    publicUrl: () => options.publicUrl,
    trustProxy: options.trustProxy ?? false,
    writeRates: options.writeRates ?? readConfig({}).writeRates,
    ...{ identity, securityLog: securityLogOf({ clock, log, metrics, identity, secureCookies }) },
    outbox: mail.outbox,
    sendInquiry: inquiriesByMail({ pool, outbox: mail.outbox, supportEmail: 'support@tallyboard.test' }),
    receiveWebhook: createReceiveWebhook({
      payments,
      pool,
      clock,
      providerEvents: createProviderEventsNotifier(),
    }),
    billing,
    registration,
    proof: openProofDesk({ pool, clock, scheduler, log, proof, queries, lifecycle, sealKeys: testKeys }),
    commands,
    imports: {
      ...{ store, queries, accounts, clock, ...commands, records: createImportRecords(pool) },
      historyReaches: async () => true,
      countAsPaid: async () => true,
    },
    db: options.reads?.(db) ?? db,
    progress: options.progress?.(real) ?? real,
    store,
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  /** `onlySession` keeps only the session cookie, as a simple program might. */
  const client = ({ onlySession = false } = {}): HttpClient =>
    createHttpClient(`${url}/api`, (cookie) => !onlySession || cookie === 'tb_session');
  return {
    app,
    clock,
    databaseUrl,
    port: Number(new URL(url).port),
    pool,
    store,
    commands,
    accounts,
    billing,
    registration,
    ...identity,
    log,
    bus,
    liveMessages,
    progress: runner.progress,
    client,
    async company(): Promise<Company> {
      const seeded = await seedCompany(
        { commands, accounts, clock },
        { campaigns: [{ name: 'Solar', commission: 10, tax: 13 }] },
      );
      if (!(await runner.progress.waitFor(seeded.position, MAX_WAIT_MS)))
        throw new Error('projections stand still');
      const [manager, associate, colleague] = [...seeded.managers, ...seeded.associates];
      const campaignId = seeded.campaigns[0]?.campaignId;
      if (!manager || !associate || !colleague || !campaignId) throw new Error('seeded too few');
      return { ...seeded, manager, associate, colleague, campaignId };
    },
    /** A client signed in as that person, in the zone of Toronto. */
    async signedIn(person: SeededPerson, kind?: { onlySession?: boolean }): Promise<HttpClient> {
      const browser = client(kind);
      const login = { username: person.email, password: PASSWORD, tz: 'America/Toronto' };
      const { status } = await browser.post('/login', login);
      if (status !== 200) throw new Error(`sign-in was answered ${status}`);
      return browser;
    },
    async close(): Promise<void> {
      await app.close();
      await runner.stop();
      await lifecycle.close();
      await store.close();
      await bus.close();
      await pool.end();
    },
  };
}

/**
 * One API on a database of its own for the tests of a file. Call it at the top level; the hooks and the tests that follow
 * may use it.
 */
export function apiWorld(options?: ApiOptions): ApiUnderTest {
  const api = {} as ApiUnderTest;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(api, await startApi(database.url, options));
  });
  afterAll(async () => {
    await api.close();
    await database.drop();
  });
  return api;
}
