import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';

/**
 * Brings the tables that hold facts (events, accounts, sessions …) up to date. Read models are not here:
 * the projections make their own tables. Safe to run from several processes at once.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrator = new Migrator({
    db: queriesOn<unknown>(pool),
    provider: new FileMigrationProvider({
      fs,
      path,
      migrationFolder: path.join(import.meta.dirname, 'migrations'),
    }),
    // They are numbered by subject: a later one may stand before those that an installation has had.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
