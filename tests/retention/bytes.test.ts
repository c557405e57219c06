import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { withTransaction } from '#platform/database.ts';
import { rewriteTables } from '#services/retention/table-rewrites.postgres.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createRetentionWorld, type RetentionWorld } from './retention-world.ts';

let world: RetentionWorld;
beforeAll(async () => {
  world = await createRetentionWorld();
});
afterAll(() => world.stop());

/** `file: text` for each text that is in a file of the database, tables, indexes and catalogue. */
async function inFiles(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ hit: string }>(
    `WITH files AS MATERIALIZED (
       SELECT name, pg_read_binary_file(folder || name, true) AS bytes
         FROM (SELECT format('base/%s/', oid) AS folder FROM pg_database WHERE datname = current_database()) d,
              pg_ls_dir(folder) AS name)
     SELECT format('%s %s: %s', name, (SELECT relname FROM pg_class
                     WHERE relfilenode::text = split_part(split_part(name, '.', 1), '_', 1)), text) AS hit
       FROM files, unnest($1::text[]) AS text
      WHERE position(convert_to(text, 'UTF8') IN bytes) > 0 ORDER BY 1`,
    [texts],
  );
  return rows.map(({ hit }) => hit);
}

async function inStatistics(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ hit: string }>(
    `SELECT format('%s.%s: %s', tablename, attname, text) AS hit FROM pg_stats s, unnest($1::text[]) AS text
      WHERE strpos(s::text, text) > 0`,
    [texts],
  );
  return rows.map(({ hit }) => hit);
}

/** Transactions of other tests on this server, in other databases, too, keep erased rows until they end. */
const rewriteAll = () =>
  expect.poll(async () => (await world.retention.rewriteTables()).left, { timeout: MAX_WAIT_MS }).toEqual([]);

async function eraseAll(): Promise<void> {
  for (const due of await world.retention.due()) expect(await world.retention.erase(due)).toBe('erased');
}

it('the files and the statistics of the database hold nothing of an erased company, and all of the others', async () => {
  const { owner: pool } = world.core.database;
  const stays = await world.fill('Heron');
  const gone = await world.fill('Zebra');
  // Rows that went before have left their bytes, too.
  await pool.query('DELETE FROM known_devices WHERE company_id = $1', [gone.companyId]);
  await pool.query('ANALYZE');
  await world.cancel(gone);
  world.pass(214);
  await eraseAll();
  await pool.query('VACUUM');
  // A VACUUM is not enough.
  expect(await inFiles(pool, gone.traces)).not.toEqual([]);
  expect(await inStatistics(pool, gone.traces)).not.toEqual([]);
  const [before, rows] = [await world.found(stays.traces), await world.readModels()];

  await rewriteAll();
  expect(await inFiles(pool, gone.traces)).toEqual([]);
  expect(await inStatistics(pool, gone.traces)).toEqual([]);
  expect(await world.found(stays.traces)).toEqual(before);
  expect(await world.readModels()).toEqual(rows);

  expect(await world.retention.rewriteTables()).toEqual({ tables: [], left: [] });
});

/** What is left of these tables when one is rewritten within so many milliseconds. */
async function leftOf(tables: readonly string[], holdMs: number) {
  const { owner: pool } = world.core.database;
  await pool.query('DELETE FROM tables_to_rewrite');
  await pool.query('INSERT INTO tables_to_rewrite (name) SELECT unnest($1::text[])', [tables]);
  const scheduler = { ...systemScheduler, pause: async () => {} };
  const { left } = await rewriteTables({ pool, scheduler, holdMs });
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM tables_to_rewrite ORDER BY 1');
  // What is left is tried again by the next run.
  expect(rows.map(({ name }) => name)).toEqual(left.map(({ table }) => table).sort());
  return left.map(({ table, reason }) => `${table}: ${reason}`);
}

it('a table in use, one that takes too long, and rows that a transaction still sees are named and tried again', async () => {
  const { owner: pool } = world.core.database;
  const table = 'public.rate_limits';
  await withTransaction(pool, async (user) => {
    await user.query(`LOCK TABLE ${table} IN ACCESS SHARE MODE`);
    expect(await leftOf([table], 200)).toEqual([`${table}: in use by another transaction`]);
  });

  await pool.query('CREATE TABLE big AS SELECT n, md5(n::text) AS text FROM generate_series(1, 100000) AS n');
  expect(await leftOf(['public.big'], 1)).toEqual(['public.big: not within 0.001 seconds']);

  await withTransaction(pool, async (reader) => {
    await reader.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT');
    await pool.query('DELETE FROM big WHERE n < 10');
    expect(await leftOf(['public.big'], 60_000)).toEqual([
      'public.big: a transaction that began before still sees erased rows',
    ]);
  });
  await pool.query(`INSERT INTO tables_to_rewrite (name) VALUES ('public.dropped_since')`);
  await rewriteAll();
  expect((await pool.query('SELECT FROM tables_to_rewrite')).rowCount).toBe(0);
});
