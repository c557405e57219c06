import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

type Tables = { sample: { id: string; size: number } };
let database: TestDatabase;
let db: Kysely<Tables>;

beforeEach(async () => {
  database = await createTestDatabase();
  db = queriesOn<Tables>(database.pool);
  await database.pool.query(`CREATE TABLE sample (id text PRIMARY KEY, size bigint NOT NULL)`);
  await database.pool.query(`INSERT INTO sample SELECT n::text, n FROM generate_series(1, 100) AS n`);
});
afterEach(() => database.drop());

const find = (id: string) => db.selectFrom('sample').selectAll().where('id', '=', id).execute();

/** The statements prepared on the connection that answers; a single caller always gets the same connection. */
async function prepared(): Promise<string[]> {
  const { rows } = await database.pool.query('SELECT statement FROM pg_prepared_statements ORDER BY 1');
  return rows.map(({ statement }) => statement);
}

it('prepares repeated queries only', async () => {
  await find('1');
  expect(await prepared()).toEqual([]);
  for (let at = 1; at <= 10; at++) expect(await find(String(at))).toEqual([{ id: String(at), size: at }]);
  expect(await prepared()).toEqual([expect.stringContaining('select * from "sample"')]);
});

it('shares the names among all users of a pool', async () => {
  const other = queriesOn<Tables>(database.pool);
  for (let at = 1; at <= 10; at++) {
    const rows = await other.selectFrom('sample').select('size').where('id', '=', String(at)).execute();
    expect(rows).toEqual([{ size: at }]);
    expect(await find(String(at))).toHaveLength(1);
  }
});

it('goes on when the table was replaced by one with other columns', async () => {
  await database.pool.query('ALTER TABLE sample ADD COLUMN colour text');
  for (let at = 1; at <= 10; at++) {
    expect(await find(String(at))).toEqual([{ id: String(at), size: at, colour: null }]);
  }
});

it('answers many queries at once', async () => {
  const found = await Promise.all(Array.from({ length: 100 }, (_, at) => find(String(at + 1))));
  expect(found.flat().map(({ size }) => size)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
});

it('reports a refused value like any other error', async () => {
  const insert = () => db.insertInto('sample').values({ id: '1', size: 1 }).execute();
  for (let at = 0; at < 10; at++) await expect(insert()).rejects.toMatchObject({ code: '23505' });
});
