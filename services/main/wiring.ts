import type pg from 'pg';
import type { Clock, Scheduler } from '#platform/clock.ts';
import { type CommandOptions, createCommandDeps } from '#platform/commands/command-handler.ts';
import { joinProcesses } from '#platform/commands/running-processes.postgres.ts';
import { createStoredStates } from '#platform/commands/stored-states.postgres.ts';
import type { Config } from '#platform/config.ts';
import { directOf, queriesOn } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { TimeZoneOf } from '#platform/principal.ts';
import { createAtOneMoment, createQueries, type Queries } from '#projections/all.queries.ts';
import { history } from '#projections/history/history.projector.ts';
import { pay } from '#projections/pay/pay.projector.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { readLag } from '#projections/runner/metrics.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { type Accounts, createAccounts } from '#services/auth/accounts.ts';
import {
  createProviderEventsNotifier,
  type ProviderEventsNotifier,
} from '#services/billing/billing.module.ts';
import { openPayments } from '#services/billing/payments.module.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import { createPayers } from '#services/billing/subscription/payers.fold.ts';
import { createSubscriptionCommands } from '#services/billing/subscription/subscription.commands.ts';
import type { Trials } from '#services/billing/trials.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createClaimsCommands } from '#services/claims/claims.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';
import { createAccessCommands } from '#services/history/access.commands.ts';
import { createImportRecords } from '#services/import/imports.postgres.ts';
import type { ImportsDeps } from '#services/import/imports.ts';
import { createJobAidsCommands } from '#services/job-aids/job-aids.commands.ts';
import { createPayCommands } from '#services/pay/pay.commands.ts';
import { createPayroll, type Payroll } from '#services/pay/payroll.ts';
import type { DailySeal } from '#services/proof/daily-seal.ts';
import { openDailySeal } from '#services/proof/proof.module.ts';
import { openSealKeys, type SealKeys } from '#services/proof/seal/seal-keys.ts';
import { createCompaniesCommands } from '#services/registration/companies.commands.ts';
import { createCompanyLookup } from '#services/sales/company-lookup.fold.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createOwnDuration } from '#services/shifts/own-duration.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';
import { openPostOffice, type PostOffice } from './mail.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { archiveChecks, openEventStore } from './open-event-store.ts';
import { openTrials, recordedSubscriptions } from './payments.ts';

/** What every command needs, including the import and the rebuild. */
export type Core = {
  readonly config: Config;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly database: OpenDatabase;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** The newest version of each event that every running process reads. */
  readonly readByAll: Readonly<Record<string, number>>;
  readonly sealKeys: SealKeys;
  /** Whether all running processes sign with the same key as this one. */
  readonly allSignAlike: () => boolean;
  /** Queries about the present, without row-level security. */
  readonly queries: Queries;
  readonly commands: Commands;
  readonly accounts: Accounts;
  readonly payments: Payments;
  readonly trials: Trials;
  readonly imports: ImportsDeps;
  readonly payroll: Payroll;
  readonly providerEvents: ProviderEventsNotifier;
  readonly mail: PostOffice;
};

export type Commands = ReturnType<typeof createCommands>;

export type Surroundings = {
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

/** How long the undo of an import waits for the history. */
const READ_WITHIN_MS = 2000;

/** Opens database, event store and commands; `lifecycle` closes them again. */
export async function openCore(config: Config, surroundings: Surroundings): Promise<Core> {
  const { lifecycle, log, clock, scheduler } = surroundings;
  const database = await openDatabase(config, surroundings);
  const store = await openEventStore(config, database, surroundings);
  lifecycle.opened('event store', () => store.close());
  const sealKeys = await openSealKeys({ ...config, file: config.sealKeyFile });
  const processes = await joinProcesses(database.pool, scheduler, undefined, sealKeys.own);
  const { readByAll, allSignAlike, leave } = processes;
  lifecycle.opened('process', leave);
  const states = createStoredStates(database.pool);
  const commands = createCommands(store, { scheduler, readByAll, states });
  const queries = createQueries(queriesOn<ReadModels>(database.pool));
  const { pool } = database;
  const accounts = createAccounts({ pool, clock, ...accountFacts(commands) });
  const past = createCheckpointProgress({ pool, projections: [history, pay], scheduler });
  const historyReaches = (position: number) => past.waitFor(position, READ_WITHIN_MS);
  const atOneMoment = createAtOneMoment(queriesOn<ReadModels>(pool), createQueries);
  const readAll = async () => historyReaches(await store.head());
  const payroll = createPayroll({ commands: commands.pay, atOneMoment, readAll });
  return {
    imports: {
      ...{ store, queries, accounts, clock, ...commands, records: createImportRecords(pool), historyReaches },
      async countAsPaid(ctx) {
        const isRead = await readAll();
        if (isRead) await payroll.countImported(ctx);
        return isRead;
      },
    },
    payroll,
    config,
    clock,
    scheduler,
    log,
    database,
    pool,
    store,
    readByAll,
    sealKeys,
    allSignAlike,
    queries,
    commands,
    payments: await openPayments(config.payments, {
      ...{ pool: database.pool, clock, log },
      recorded: recordedSubscriptions(store),
    }),
    trials: await openTrials({ config, pool, log, readByAll }),
    accounts,
    providerEvents: createProviderEventsNotifier(),
    mail: openPostOffice({ ...database, clock }),
  };
}

/** Whether the servers behind it answer. */
export function coreChecks(core: Core): HealthCheck[] {
  const { pool, store } = core;
  return [
    {
      name: 'database',
      check: async () => {
        for (const one of new Set([pool, directOf(pool)])) await one.query('SELECT 1');
        return {};
      },
    },
    {
      name: 'event store',
      check: async () => ({ server: store.description, head: await store.head() }),
    },
    ...archiveChecks(core),
  ];
}

/** The commands of every slice on one store. */
export function createCommands(store: EventStore, options: CommandOptions = {}) {
  const deps = createCommandDeps(store, options);
  const companyLookup = createCompanyLookup({ store, ...options });
  const shifts = createShiftsCommands({ ...deps, companyLookup });
  const employees = createEmployeesCommands(deps);
  return {
    sales: createSalesCommands({ ...deps, companyLookup }),
    shifts,
    setOwnDuration: createOwnDuration({
      companyLookup,
      shifts,
      setStandingDuration: employees.setStandingDuration,
    }),
    goals: createGoalsCommands(deps),
    campaigns: createCampaignsCommands(deps),
    employees,
    jobAids: createJobAidsCommands(deps),
    pay: createPayCommands(deps),
    claims: createClaimsCommands(deps),
    access: createAccessCommands(deps),
    companies: createCompaniesCommands(deps),
    subscriptions: createSubscriptionCommands(deps),
  };
}

/** What accounts ask the events. */
export function accountFacts({ employees, companies, subscriptions }: Commands) {
  return {
    emailOf: employees.emailOf,
    async hasEnded(companyId: string): Promise<boolean> {
      if ((await companies.companyOf(companyId)).kind === 'terminated') return true;
      const subscription = await subscriptions.subscriptionOf(companyId);
      return subscription.kind !== 'none' && subscription.status === 'canceled';
    },
  };
}

/** The seals of days; `publicUrl` as browsers see us, without a slash at the end. */
export function dailySealOf(core: Core, publicUrl: () => string): DailySeal {
  const { pool, store, accounts, mail } = core;
  return openDailySeal({
    ...core,
    pool: core.database.sealing,
    publicUrl,
    outbox: mail.outbox,
    timeZoneOf: accounts.timeZoneOf,
    readerOf: createPayers({ store }).payerOf,
    historyLag: async () => (await readLag(pool, store, [history]))[0],
  });
}

/** In memory when no other process can exist, else through a shared server. */
export async function openLiveBus(core: Core, installation: string): Promise<LiveBus> {
  const { config, database, log, scheduler } = core;
  if (config.redisUrl !== undefined) {
    const { createRedisLiveBus } = await import('#platform/live/live-bus.redis.ts');
    return createRedisLiveBus({ url: config.redisUrl, channel: `${installation}:live`, log, scheduler });
  }
  if (database.isOurs && config.roles.size === 4) {
    const { createMemoryLiveBus } = await import('#platform/live/live-bus.memory.ts');
    return createMemoryLiveBus({ log });
  }
  const { createPostgresLiveBus } = await import('#platform/live/live-bus.postgres.ts');
  return createPostgresLiveBus({ connectionString: database.programUrl, log, scheduler });
}

/** The zones that reads go by: those of the accounts, and for a former employee, without one, that of the last shift. */
export function readingZones(
  accounts: Pick<Accounts, 'timeZoneOf'>,
  queries: Pick<Queries, 'shiftLog'>,
  clock: Clock,
): TimeZoneOf {
  return async (person, otherwise = 'UTC') => {
    const zone = await accounts.timeZoneOf(person, '');
    if (zone !== '') return zone;
    const now = clock.now().toISOString();
    const { employeeId } = person;
    const { rows } = await queries.shiftLog(person.companyId, now, { limit: 1 }, { employeeId });
    return rows[0]?.timezone ?? otherwise;
  };
}
