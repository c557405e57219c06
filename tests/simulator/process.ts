import { Registry } from 'prom-client';
import type { Change, Snapshot } from '#contracts/live/live-protocol.ts';
import { accepted } from '#contracts/result.ts';
import type { Clock, Scheduler } from '#platform/clock.ts';
import { createStoredStates } from '#platform/commands/stored-states.postgres.ts';
import { createPool, queriesOn } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createPostgresIdempotencyKeys } from '#platform/http/idempotency-keys.postgres.ts';
import { createReadYourWrites } from '#platform/http/read-your-writes.ts';
import { createReplyCache } from '#platform/http/reply-cache.ts';
import { createRoute } from '#platform/http/route.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createPostgresLiveBus } from '#platform/live/live-bus.postgres.ts';
import { createLog } from '#platform/log.ts';
import { allProjections } from '#projections/all.projections.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createProjectionRunner } from '#projections/runner/projection-runner.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { createEmployeeAccounts } from '#services/auth/auth.module.ts';
import { passwordRules } from '#services/auth/password-rules.ts';
import { createSessions } from '#services/auth/sessions.ts';
import { campaignsRoutes } from '#services/campaigns/campaigns.routes.ts';
import { employeeChangesRoutes } from '#services/employees/employee-changes.routes.ts';
import { employeesRoutes } from '#services/employees/employees.routes.ts';
import { createChannel } from '#services/gateway/channel.ts';
import { createChannels, subscriptionsOf } from '#services/gateway/channels.ts';
import { feedOf } from '#services/gateway/feeds.ts';
import { goalsRoutes } from '#services/goals/goals.routes.ts';
import { reuseOf } from '#services/main/reuse.ts';
import { createServer } from '#services/main/server.ts';
import { accountFacts, createCommands } from '#services/main/wiring.ts';
import { saleChangesRoutes, salesRoutes } from '#services/sales/sales.routes.ts';
import { endForgottenShiftsJob } from '#services/shifts/end-forgotten-shifts.job.ts';
import { logsRoutes } from '#services/shifts/logs.routes.ts';
import type { SignedIn } from './browser.ts';
import type { PlantedBug } from './planted-bugs.ts';
import type { Wire } from './wire.ts';

const JOB_MS = 10_000;

/** What a browser with a live connection gets. */
export type Viewer = { tell(message: Change | Snapshot): void };

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  body?: object;
  key?: string;
};
export type Reply = {
  status: number;
  position: number;
  body: { message?: string; requestedData?: { id: string }[] };
};

/** One process of the program, with all roles. */
export type SimulatedProcess = {
  readonly wire: Wire;
  readonly commands: ReturnType<typeof createCommands>;
  readonly store: EventStore;
  request(person: SignedIn, request: Request): Promise<Reply>;
  watch(person: SignedIn, viewer: Viewer): void;
  /** Up to where it says that it can be read. */
  position(): number;
  /** After the end of the simulation: whatever waits in it and would keep it in memory. */
  forget(): void;
};

/** The real parts of the program, put together as its main does, on these connections and in this time. */
export async function startProcess(deps: {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly companyIds: readonly string[];
  readonly bug: PlantedBug;
  /** The process ends by itself. */
  readonly onOtherLog: (sentence: string) => void;
}): Promise<SimulatedProcess> {
  const { wire, clock, scheduler, companyIds, bug } = deps;
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const pool = createPool(wire.url, { max: 3, idleTimeoutMillis: 0, scheduler });
  const onOtherLog = bug.looksAtLog === false ? undefined : deps.onOtherLog;
  const real = createPostgresEventStore({ pool, log, scheduler, ...(onOtherLog && { onOtherLog }) });
  const store = bug.store?.(real, scheduler) ?? real;
  const realBus = await createPostgresLiveBus({ connectionString: wire.url, log, scheduler });
  const bus: LiveBus = bug.bus?.(realBus) ?? realBus;
  const runner = createProjectionRunner({
    ...{ pool, store, bus: realBus, log, scheduler, registry: new Registry(), projections: allProjections },
  });
  await runner.start();
  const commands = createCommands(store, { scheduler, states: createStoredStates(pool) });
  const db = queriesOn<ReadModels>(pool);
  const queries = createQueries(db);
  const accounts = createAccounts({ pool, clock, ...accountFacts(commands) });
  const sessions = createSessions({ pool, clock, scheduler, bus, queries });

  const channels = createChannels<Viewer>({
    scheduler,
    position: runner.progress.position,
    make: (subscription, position) =>
      createChannel<Viewer>({
        ...{ feed: feedOf({ queries: db, store, clock }, subscription), position, scheduler, log },
        outlet: (bug.outlet ?? ((outlet) => outlet))({
          push(viewers, change) {
            for (const viewer of viewers) viewer.tell(change);
          },
          show(viewers, snapshot) {
            for (const viewer of viewers) viewer.tell(snapshot);
          },
          isBehind: () => false,
          setAside: () => {},
        }),
        coalesced: () => {},
      }),
  });
  bus.subscribe(channels.onMessage);

  const app = createServer({ trustProxy: false, secureCookies: false, log, scheduler });
  const readYourWrites = createReadYourWrites({
    ...{ progress: runner.progress, head: store.head, secure: false, scheduler },
  });
  await app.register(
    (api, _, done) => {
      const route = createRoute(api, {
        identify: (cookie) => sessions.identify(cookie ?? null),
        keys: createPostgresIdempotencyKeys({ pool, now: () => clock.now(), scheduler }),
        ...{ readYourWrites, reuseOf, clock, scheduler, log },
        replies: createReplyCache({ bus, progress: runner.progress, now: () => clock.now().getTime() }),
        pastMoment: async () => null,
        publicUrl: () => undefined,
        writeRates: { perCompany: 0, perPerson: 0 },
      });
      const { timeZoneOf } = accounts;
      const { begin: beginShift, endOfDeleted } = commands.shifts;
      saleChangesRoutes(route, { commands: commands.sales, beginShift, timeZoneOf, log });
      salesRoutes(route, { queries, beginShift, readAt: readYourWrites.catchUp, announceRate: () => {} });
      logsRoutes(route, { queries, timeZoneOf, clock });
      goalsRoutes(route, { commands: commands.goals, queries });
      campaignsRoutes(route, { commands: commands.campaigns, queries });
      employeesRoutes(route, { queries, timeZoneOf, clock, pendingEmailOf: async () => null });
      employeeChangesRoutes(route, {
        ...{ commands: commands.employees, queries, endOfDeleted, checkPassword: passwordRules.given },
        // No mail is read here, so an email never changes.
        emails: {
          mayAsk: async () => accepted(),
          ask: async () => {},
          withdraw: async () => false,
          pendingIn: async () => [],
        },
        accounts: {
          ...createEmployeeAccounts(accounts, sessions),
          // A hash takes real time.
          admit: (person, _password, work) => accounts.admit(person, null, work),
        },
        invite: async () => {},
        async rightsChanged(of, position) {
          await readYourWrites.catchUp(position);
          sessions.rightsChanged(of);
        },
      });
      done();
    },
    { prefix: '/api' },
  );

  const job = endForgottenShiftsJob({
    clock,
    // The database has the companies of other seeds, too.
    openShifts: async () =>
      (await queries.openShifts()).filter((shift) => companyIds.includes(shift.companyId)),
    endForgotten: commands.shifts.endForgotten,
  });
  const stop = new AbortController();
  let isRunning = false;
  scheduler.every(JOB_MS, () => {
    if (isRunning) return;
    isRunning = true;
    void job
      .handler({}, { jobId: 'simulated', attempt: 1, log, signal: stop.signal })
      // The next run does what this one could not.
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  });

  return {
    wire,
    commands,
    store,
    position: runner.progress.position,
    async request({ token }, { method, url, body, key }) {
      const reply = await app.inject({
        ...{ method, url: `/api${url}` },
        ...(body && { payload: body }),
        headers: {
          cookie: token,
          ...(key !== undefined && bug.sendsKeys !== false && { 'idempotency-key': key }),
        },
      });
      const position = Number(reply.headers['x-tallyboard-position'] ?? -1);
      return { status: reply.statusCode, position, body: reply.json() };
    },
    watch(person, viewer) {
      for (const subscription of subscriptionsOf(person))
        if (['billboard', 'sale news', 'own figures', 'catalogue'].includes(subscription.topic))
          channels.join(subscription, viewer);
    },
    forget() {
      stop.abort();
      channels.close();
      sessions.close();
      for (const end of [app.close, runner.stop, store.close, bus.close]) void end().catch(() => {});
      void pool.end().catch(() => {});
    },
  };
}

/** The time of one process: nothing of it happens after its end. */
export function ofProcess({ now, after, every, pause }: Scheduler, wire: Wire): Scheduler {
  const alive = (work: () => void) => () => wire.isAlive && work();
  return {
    now,
    after: (ms, work) => after(ms, alive(work)),
    every(ms, work) {
      const cancel = every(ms, () => (wire.isAlive ? work() : cancel()));
      return cancel;
    },
    pause: (ms, signal) => new Promise((resolve) => void pause(ms, signal).then(alive(resolve))),
  };
}
