import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createPool, queriesOn } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/event-store.postgres.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { createMemoryLiveBus } from '#platform/live/live-bus.memory.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createCheckpointProgress } from '#projections/runner/checkpoint-progress.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { createSessions } from '#services/auth/sessions.ts';
import { createSignInLimits } from '#services/auth/sign-in-limits.ts';
import { buildApp } from '#services/main/app.ts';
import { createStandingOf } from '#services/main/queries.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createSalesFloor } from '#services/sales/sales-floor.structure.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';
import { type Client, createClient } from './client.ts';
import { type Company, createCompany, PASSWORD, type Person } from './company.ts';

export type ApiOptions = {
  clock?: Clock;
  /** As in a process without the projections role: progress is read from the checkpoints. */
  separateProgress?: boolean;
  secureCookies?: boolean;
  publicUrl?: string;
  /** Between the app and what it reads; to slow it down or stop it. */
  progress?: (real: Progress) => Progress;
};

export type ApiUnderTest = Awaited<ReturnType<typeof startApi>>;

/** The real app on a real database, projections included; requests are injected unless it listens. */
export async function startApi(url: string, options: ApiOptions = {}) {
  const clock = options.clock ?? systemClock;
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const pool: pg.Pool = createPool(url, { max: 12, connectionTimeoutMillis: 2000 });
  const bus = createMemoryLiveBus({ log });
  const heard: LiveMessage[] = [];
  bus.subscribe((message) => heard.push(message));
  const store = createPostgresEventStore({ pool, log });
  const registry = new Registry();
  const runner = createProjectionRunner({ pool, store, bus, projections: allProjections, log, registry });
  await runner.start();
  const real = options.separateProgress
    ? createCheckpointProgress({ pool, projections: allProjections })
    : runner.progress;
  const db = queriesOn<ReadModels>(pool);
  const accounts = createAccounts({ pool, clock });
  const sessions = createSessions({ pool, clock, bus, standingOf: createStandingOf(db) });
  const floor = createSalesFloor({ store });
  const app: FastifyInstance = await buildApp({
    clock,
    log,
    bus,
    publicUrl: () => options.publicUrl,
    secureCookies: options.secureCookies ?? false,
    trustProxy: false,
    accounts,
    sessions,
    signInLimits: createSignInLimits({ pool, clock }),
    idempotencyKeys: createPostgresIdempotencyKeys({ pool, now: clock.now }),
    commands: {
      sales: createSalesCommands({ store, floor }),
      shifts: createShiftsCommands({ store, floor }),
    },
    db,
    progress: options.progress?.(real) ?? real,
  });

  const client = (kind?: { onlySession?: boolean }): Client => createClient(() => app, kind);
  return {
    app,
    pool,
    store,
    accounts,
    sessions,
    bus,
    heard,
    progress: runner.progress,
    client,
    async company(): Promise<Company> {
      const { company, position } = await createCompany(store, accounts);
      if (!(await runner.progress.waitFor(position, 10_000))) throw new Error('projections did not follow');
      return company;
    },
    /** A client that is signed in as that person, in the zone of Toronto. */
    async signedIn(person: Person, kind?: { onlySession?: boolean }): Promise<Client> {
      const browser = client(kind);
      const login = { username: person.email, password: PASSWORD, tz: 'America/Toronto' };
      const { status } = await browser.post('/login', login);
      if (status !== 200) throw new Error(`sign-in was answered ${status}`);
      return browser;
    },
    async close(): Promise<void> {
      await app.close();
      await runner.stop();
      sessions.close();
      await store.close();
      await bus.close();
      await pool.end();
    },
  };
}
