import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

/** Migrations up to this one are numbered by subject; all later ones are named by the time they were written. */
export const LAST_NUMBERED = '101-seals-and-verifications';

/**
 * Brings the tables that hold facts (events, accounts, sessions …) up to date, in the order of the names of the
 * migrations. Throws when a new one stands before one that was applied. The projections make the tables of the read
 * models. Safe to run from several processes at once.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  await orderNumberedMigrations(pool);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS });
  const { error } = await new Migrator({ db: queriesOn<unknown>(pool), provider }).migrateToLatest();
  if (error) throw error;
}

/**
 * An old installation may have had the numbered migrations in another order than that of their names. Kysely
 * compares the order by time, and by name where the time is the same.
 */
async function orderNumberedMigrations(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return;
  await pool.query(
    `UPDATE kysely_migration SET timestamp = (SELECT min(timestamp) FROM kysely_migration) WHERE name COLLATE "C" <= $1`,
    [LAST_NUMBERED],
  );
}
