import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Scheduler } from '#platform/clock.ts';
import { createPool, type PoolOptions } from '#platform/database.ts';
import { withDatabase } from './postgres-server.ts';

export type TestDatabase = {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Keeps the database for copies. Databases whose names begin with the template's are dropped with it. */
  keep(): Promise<void>;
  drop(): Promise<void>;
};

/** A test may hold a lock for as long as it takes. */
export const createTestPool = (url: string, options: PoolOptions = {}) =>
  createPool(url, { max: 12, options: '-c idle_in_transaction_session_timeout=0', ...options });

/** A new database for one test file, with empty read models, or a copy of `template`; takes about 50 ms. */
export async function createTestDatabase({
  name = `test_${randomUUID().replaceAll('-', '')}`,
  template = inject('templateDatabase'),
  scheduler,
}: {
  readonly name?: string | undefined;
  readonly template?: string | undefined;
  readonly scheduler?: Scheduler | undefined;
} = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const timed = scheduler && { scheduler };
  const admin = createPool(server, { max: 1, ...timed });
  // To copy the files of a small template costs half of writing each of its pages to the log.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = withDatabase(server, name);
  const pool = createTestPool(url, timed);
  return {
    url,
    pool,
    async keep() {
      await pool.end();
      await admin.end();
    },
    async drop() {
      await pool.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** The database of a test file: there from `beforeAll` on, dropped at its end. */
export function databaseWorld(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => void Object.assign(database, await createTestDatabase()));
  afterAll(() => database.drop());
  return database;
}
