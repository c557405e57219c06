import { expect, onTestFinished, test } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { allProjections } from '#projections/all.projections.ts';
import { forgetCompany } from '#projections/runner/forget-company.ts';
import { beatForRebuild, lockRebuilds } from '#projections/runner/lease.ts';
import { connectionLike, ensureSchema } from '#projections/runner/schema.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();
const [one, other] = allProjections.map(({ name }) => allProjections.filter((each) => each.name === name));

async function connection() {
  const client = connectionLike(database.pool, 'tallyboard rebuild');
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

async function beginRebuild(models = one ?? [], scheduler = systemScheduler) {
  const client = await connection();
  const stop = await beatForRebuild([client], { pool: database.pool, scheduler });
  onTestFinished(async () => void (await stop()));
  expect(await lockRebuilds(client, models, 'session')).toBeNull();
  return client;
}

/** Its process stands still: no beat comes any more. */
async function beginHanging(models = one) {
  const client = await beginRebuild(models, { ...systemScheduler, every: () => () => {} });
  await database.pool.query(`UPDATE read.leases SET beat_at = beat_at - interval '6 seconds'`);
  return client;
}

const isOver = (client: { query(text: string): Promise<unknown> }) =>
  client.query('SELECT 1').then(
    () => false,
    () => true,
  );

test('the next rebuild gets the locks of one that hangs, and none of one that works', async () => {
  const hanging = await beginHanging();
  const working = await beginRebuild(other);
  const next = await connection();
  expect(await lockRebuilds(next, one ?? [], 'session')).toBeNull();
  expect(await lockRebuilds(next, other ?? [], 'session')).toBe(other?.[0]?.name);
  expect([await isOver(hanging), await isOver(working)]).toEqual([true, false]);
});

test('an erasure ends a rebuild that hangs, and does not wait for one that works', async () => {
  const hanging = await beginHanging();
  await beginRebuild(other);
  const client = await connection();
  await client.query('BEGIN');
  expect(await forgetCompany(client, allProjections, 'acme')).toEqual({
    kind: 'busy',
    projection: other?.[0]?.name,
  });
  await client.query('ROLLBACK');
  expect(await isOver(hanging)).toBe(true);
});

test('a beat of a connection that has ended says nothing of another one', async () => {
  const client = await beginRebuild();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  await database.pool.query(
    `INSERT INTO read.leases (name, backend_pid, beat_at) VALUES ('projections ' || $1::integer, $1, '2026-01-01')`,
    [rows[0].pid],
  );
  expect(await lockRebuilds(await connection(), one ?? [], 'session')).toBe(one?.[0]?.name);
  expect(await isOver(client)).toBe(false);
  await database.pool.query('DELETE FROM read.leases');
});

test('a process that stands still while it makes the tables keeps no other from its start', async () => {
  const still = await connection();
  let statements = 0;
  const untilTheLock = (...given: [string, unknown[]?]) => {
    statements += 1;
    return statements <= 2 ? still.query(...given) : new Promise(() => {});
  };
  void ensureSchema({ query: untilTheLock as typeof still.query }, 'read');
  await expect.poll(() => statements).toBe(3);
  await ensureSchema(await connection(), 'read');
  expect(await isOver(still)).toBe(true);
});
