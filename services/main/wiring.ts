import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/event-store.postgres.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import { type Accounts, createAccounts } from '#services/auth/accounts.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import { createSubscriptionCommands } from '#services/billing/subscription.commands.ts';
import { createCampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import { createCompaniesCommands } from '#services/companies/companies.commands.ts';
import { createEmployeesCommands } from '#services/employees/employees.commands.ts';
import { createGoalsCommands } from '#services/goals/goals.commands.ts';
import { createJobAidsCommands } from '#services/job-aids/job-aids.commands.ts';
import { createSalesCommands } from '#services/sales/sales.commands.ts';
import { createSalesFloor } from '#services/sales/sales-floor.structure.ts';
import { createOwnDuration } from '#services/shifts/own-duration.ts';
import { createShiftsCommands } from '#services/shifts/shifts.commands.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openPostOffice, type PostOffice } from './mail/mail.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { openPayments } from './payments.ts';
import { createProviderNews, type ProviderNews } from './provider-news.ts';

/** What every program of ours stands on, the import and the rebuild included. */
export type Core = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: OpenDatabase;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly accounts: Accounts;
  readonly payments: Payments;
  readonly providerNews: ProviderNews;
  readonly mail: PostOffice;
};

export type Commands = ReturnType<typeof createCommands>;

export type Surroundings = { readonly lifecycle: Lifecycle; readonly log: Log; readonly clock: Clock };

/** Opens database, event store and commands; `lifecycle` closes them again. */
export async function openCore(config: Config, { lifecycle, log, clock }: Surroundings): Promise<Core> {
  const database = await openDatabase(config, lifecycle);
  const store = await openEventStore(config, database, log);
  lifecycle.opened('event store', () => store.close());
  const commands = createCommands(store);
  return {
    config,
    clock,
    log,
    database,
    pool: database.pool,
    store,
    commands,
    payments: await openPayments(config.payments, { pool: database.pool, clock, log, store }),
    accounts: createAccounts({ pool: database.pool, clock, emailOf: commands.employees.emailOf }),
    providerNews: createProviderNews(),
    mail: openPostOffice({ pool: database.pool, clock }),
  };
}

/** The commands of every slice on one store. */
export function createCommands(store: EventStore) {
  const floor = createSalesFloor({ store });
  const shifts = createShiftsCommands({ store, floor });
  const employees = createEmployeesCommands({ store });
  return {
    sales: createSalesCommands({ store, floor }),
    shifts,
    setOwnDuration: createOwnDuration({ floor, shifts, setStandingDuration: employees.setStandingDuration }),
    goals: createGoalsCommands({ store }),
    campaigns: createCampaignsCommands({ store }),
    employees,
    jobAids: createJobAidsCommands({ store }),
    companies: createCompaniesCommands({ store }),
    subscriptions: createSubscriptionCommands({ store }),
  };
}

async function openEventStore(config: Config, { pool }: OpenDatabase, log: Log): Promise<EventStore> {
  if (config.eventStoreUrl === undefined) return createPostgresEventStore({ pool, log });
  // Loaded only where it is used: the client and its gRPC cost 30 MB.
  const { createEventStoreDbEventStore } = await import('#platform/event-store/event-store.eventstoredb.ts');
  return createEventStoreDbEventStore({ url: config.eventStoreUrl, log });
}

/** In process where this one is the only one there can be, else by way of a server that all share. */
export async function openLiveBus(core: Core, installation: string): Promise<LiveBus> {
  const { config, database, log } = core;
  if (config.redisUrl !== undefined) {
    const { createRedisLiveBus } = await import('#platform/live/live-bus.redis.ts');
    return createRedisLiveBus({ url: config.redisUrl, channel: `${installation}:live`, log });
  }
  if (database.isOurs && config.roles.size === 4) {
    const { createMemoryLiveBus } = await import('#platform/live/live-bus.memory.ts');
    return createMemoryLiveBus({ log });
  }
  const { createPostgresLiveBus } = await import('#platform/live/live-bus.postgres.ts');
  return createPostgresLiveBus({ connectionString: database.url, log });
}

/** Names the installation by its database, for servers that several may share. */
export async function installationOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT substr(md5(system_identifier::text || current_database()), 1, 12) AS id FROM pg_control_system()`,
  );
  return `tallyboard-${rows[0]?.id}`;
}
