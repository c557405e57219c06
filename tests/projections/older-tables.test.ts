import { expect, it } from 'vitest';
import { ensureSchema } from '#projections/runner/schema.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();

const columnsOf = async (table: string) => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return rows.map(({ name }) => name);
};

it('tables of an older version get their new columns when the version before lets go of them', async () => {
  await ensureSchema(database.pool, 'read');
  await database.pool.query(`
    ALTER TABLE read.leases DROP models, DROP is_ready;
    ALTER TABLE read.set_aside DROP type`);
  const older = await database.pool.connect();
  await older.query('BEGIN; SELECT FROM read.set_aside');
  const upgrading = ensureSchema(database.pool, 'read');
  const waits = async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'read.set_aside'::regclass`,
    );
    return rows.length;
  };
  await expect.poll(waits, { timeout: MAX_WAIT_MS }).toBe(1);
  // This one queues behind it, and would wait as long as the older version does.
  await database.pool.query('SELECT FROM read.set_aside');
  await older.query('COMMIT');
  older.release();
  await upgrading;
  expect(await columnsOf('read.leases')).toEqual(expect.arrayContaining(['models', 'is_ready']));
  expect(await columnsOf('read.set_aside')).toContain('type');
});
