import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#infra/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('an installation gets a migration that stands before others it has had', async () => {
  const { pool } = database;
  await pool.query('DROP SCHEMA sandbox CASCADE');
  const had = await pool.query(`DELETE FROM kysely_migration WHERE name = '060-sandbox-payments'`);
  expect(had.rowCount).toBe(1);
  await migrate(pool);
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM sandbox.secrets');
  expect(rows).toEqual([{ value: expect.stringMatching(/^whsec_sandbox_[0-9a-f]{64}$/) }]);
});
