import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LAST_NUMBERED, MIGRATIONS, migrate } from '#infra/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const NAMES = readdirSync(MIGRATIONS).map((file) => file.replace(/\.ts$/, ''));

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT name FROM kysely_migration ORDER BY timestamp, name COLLATE "C"',
  );
  return rows.map(({ name }) => name);
}

it('every migration after the numbered ones has the UTC minute it was written in its name', () => {
  const numbered = NAMES.filter((name) => name <= LAST_NUMBERED);
  expect(numbered).toHaveLength(16);
  const later = NAMES.filter((name) => name > LAST_NUMBERED);
  expect(later.filter((name) => !/^20\d{10}-[a-z0-9-]+$/.test(name))).toEqual([]);
});

it('an installation with the numbered migrations in another order starts', async () => {
  await database.pool.query(
    `UPDATE kysely_migration SET timestamp = '2030-01-01T00:00:00.000Z' WHERE name = '040-company-wall'`,
  );
  expect((await applied()).at(-1)).toBe('040-company-wall');
  await migrate(database.pool);
  expect(await applied()).toEqual([...NAMES].sort());
});

it('a migration ordered before applied ones is refused', async () => {
  await database.pool.query('DROP SCHEMA sandbox CASCADE');
  await database.pool.query(`DELETE FROM kysely_migration WHERE name = '060-sandbox-payments'`);
  await expect(migrate(database.pool)).rejects.toThrow(/070-retention to be at index/);
});
