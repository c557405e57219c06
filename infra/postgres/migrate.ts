import fs from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { createPool, queriesOn } from '#platform/database.ts';
import { isLostRace } from '#platform/database-errors.ts';
import type { Log } from '#platform/log.ts';
import { buildShortIndex, hasLongIndex } from './long-index.ts';
import { ensureRoles } from './roles.ts';

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** Migrations up to this one are numbered by subject; all later ones are named by the time they were written. */
export const LAST_NUMBERED = '101-seals-and-verifications';

/** Requests of the version before queue behind a lock that a migration waits for, so it waits for this long at a time. */
const LOCK_TIMEOUT_MS = 1000;
const RETRY_MS = 500;
/** A statement that keeps its locks for so long is not coming back. */
const ATTEMPTS = 200;
const SAY_FIRST = 3;
const SAY_EVERY = 20;
const WAITS = 'a new version of the tables waits for another transaction, such as a dump, to end';

type Options = {
  readonly folder?: string;
  readonly scheduler?: Scheduler;
  /** The last one to apply; default all. */
  readonly to?: string | undefined;
  /** Warned when others keep a migration waiting: after some seconds, and each half minute. */
  readonly log?: Pick<Log, 'warn'>;
};

/** The names of the migrations of this program, in order. */
export async function knownMigrations(folder = MIGRATIONS): Promise<readonly string[]> {
  const names = (await fs.readdir(folder)).map((file) => path.parse(file).name);
  // Like Kysely: by the text of their names.
  return names.sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Creates the roles before the tables, because a new table grants access only to an existing role. Returns the server's
 * message when they could not be created, else null.
 */
export async function prepare(pool: pg.Pool, options?: Options): Promise<string | null> {
  const refused = await ensureRoles(pool);
  await migrate(pool, options);
  return refused;
}

/**
 * Brings the tables that hold facts (events, accounts, sessions …) up to date, in the order of the names of the
 * migrations, while the version before this one serves. Throws when a new one stands before one that was applied. The
 * projections make the tables of the read models. Safe to run from several processes at once.
 */
export async function migrate(
  pool: pg.Pool,
  { folder = MIGRATIONS, scheduler = systemScheduler, to, log }: Options = {},
): Promise<void> {
  if (to === undefined && (await isUpToDate(pool, folder))) return;
  await orderNumberedMigrations(pool);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: folder });
  const { connectionString, options } = pool.options;
  const patient = createPool(connectionString ?? '', {
    ...pool.options,
    ...{ max: 1, scheduler },
    options: `${options ?? ''} -c lock_timeout=${LOCK_TIMEOUT_MS}`,
  });
  try {
    const migrator = new Migrator({ db: queriesOn<unknown>(patient), provider });
    for (let attempt = 1; ; attempt++) {
      const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
      if (!error && to !== undefined) return;
      if (!error) return await buildShortIndex(patient);
      if (!isLostRace(error) || attempt >= ATTEMPTS) throw error;
      if (attempt % SAY_EVERY === SAY_FIRST) log?.warn(WAITS);
      await scheduler.pause(RETRY_MS);
    }
  } finally {
    await patient.end();
  }
}

/** As at most starts, which then need not load the migrations. */
async function isUpToDate(pool: pg.Pool, folder: string): Promise<boolean> {
  if (!(await hasMigrations(pool)) || !(await hasLongIndex(pool))) return false;
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM kysely_migration ORDER BY timestamp, name COLLATE "C"',
  );
  return isDeepStrictEqual(
    rows.map(({ name }) => name),
    await knownMigrations(folder),
  );
}

async function hasMigrations(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`,
  );
  return rows[0]?.exists ?? false;
}

/**
 * An old installation may have had the numbered migrations in another order than that of their names. Kysely
 * compares the order by time, and by name where the time is the same.
 */
async function orderNumberedMigrations(pool: pg.Pool): Promise<void> {
  if (!(await hasMigrations(pool))) return;
  await pool.query(
    `UPDATE kysely_migration SET timestamp = (SELECT min(timestamp) FROM kysely_migration) WHERE name COLLATE "C" <= $1`,
    [LAST_NUMBERED],
  );
}
