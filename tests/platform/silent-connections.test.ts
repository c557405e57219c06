import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createPool, createReaderPool, queriesOn, withTransaction } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let time: ReturnType<typeof steppedTime>;
let pools: pg.Pool[];

beforeEach(async () => {
  proxy = await startTcpProxy(new URL(database.url));
  time = steppedTime();
  pools = [];
});
afterEach(async () => {
  await proxy.close();
  await Promise.all(pools.map((pool) => pool.end()));
});

function through(create: typeof createPool = createPool, options = {}): pg.Pool {
  const pool = create(proxy.url, {
    max: 1,
    scheduler: time.scheduler,
    connectionTimeoutMillis: 5000,
    ...options,
  });
  pools.push(pool);
  return pool;
}

const pidOf = async (pool: pg.Pool): Promise<number> =>
  (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

/** Minutes in which the server is asked after a silent statement, three times. */
async function minutes(): Promise<void> {
  for (let asked = 1; asked <= 3; asked += 1) {
    const before = proxy.taken();
    await expect.poll(() => time.pass(20_000).then(() => proxy.taken())).toBeGreaterThan(before);
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Until the connection is gone, or the pool has no other to wait for. */
const silence = async (pool: pg.Pool) => {
  await time.pass(6_000);
  await expect.poll(() => pool.totalCount).toBe(0);
};

it.each([
  ['a query of the pool', (pool: pg.Pool) => pool.query('SELECT 1')],
  ['a query by Kysely', (pool: pg.Pool) => queriesOn<Record<string, never>>(pool).introspection.getSchemas()],
  ['a transaction', (pool: pg.Pool) => withTransaction(pool, (client) => client.query('SELECT 1'))],
])(
  '%s on a connection that the network forgot fails as with a server that is away, and the next one works',
  async (_, query) => {
    const pool = through();
    const before = await pidOf(pool);
    proxy.forget();
    const failed = failure(query(pool));
    await silence(pool);
    expect(await failed).toSatisfy(isDatabaseAway);
    expect(await pidOf(pool)).not.toBe(before);
  },
);

it('the server is not asked while no statement is silent', async () => {
  const pool = through();
  await pidOf(pool);
  const before = proxy.taken();
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await time.pass(10_000);
    await pidOf(pool);
  }
  expect(proxy.taken()).toBe(before);
});

it('readers with pipelines, too', async () => {
  const pool = through(createReaderPool);
  await pidOf(pool);
  proxy.forget();
  const failed = failure(pool.query('SELECT 1'));
  await silence(pool);
  expect(await failed).toSatisfy(isDatabaseAway);
  await pidOf(pool);
});

it('a query fails when nothing answers any more, also no new connection', async () => {
  const pool = through();
  await pidOf(pool);
  proxy.hush();
  const failed = failure(pool.query('SELECT 1'));
  await silence(pool);
  expect(await failed).toSatisfy(isDatabaseAway);
  proxy.speak();
  await pidOf(pool);
});

/** A statement waits for a lock meanwhile, and then ends on the connection that it began on. */
async function aStatementWaits(meanwhile: () => Promise<void>): Promise<void> {
  const pool = through();
  const pid = await pidOf(pool);
  const holder = await database.pool.connect();
  await holder.query('SELECT pg_advisory_lock(7)');
  const waits = pool.query('SELECT pg_advisory_lock(7), pg_backend_pid() AS pid');
  try {
    await meanwhile();
  } finally {
    await holder.query('SELECT pg_advisory_unlock(7)');
    holder.release();
  }
  expect((await waits).rows[0].pid).toBe(pid);
}

it('a statement that the server works on is left alone, however long it takes', () =>
  aStatementWaits(minutes));

it('a statement is left alone while the server refuses to tell of it', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const server = createPool(inject('postgresUrl'), { max: 1 });
  pools.push(server);
  await aStatementWaits(async () => {
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await minutes();
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  });
});

it('a transaction between its statements is left alone', async () => {
  const pool = through();
  const pid = await withTransaction(pool, async (client) => {
    await client.query('SELECT 1');
    await time.pass(60_000);
    return (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  });
  expect(await pidOf(pool)).toBe(pid);
  expect(proxy.taken()).toBe(1);
});

it('a COPY whose rows are not read for minutes is left alone', async () => {
  const pool = through();
  const pid = await pidOf(pool);
  const client = await pool.connect();
  const rows = client.query(copyTo(`COPY (SELECT repeat('x', 1000) FROM generate_series(1, 200)) TO STDOUT`));
  const isSent = `SELECT state FROM pg_stat_activity WHERE pid = ${pid}`;
  await expect.poll(async () => (await database.pool.query(isSent)).rows[0].state).toBe('idle');
  for (let minute = 0; minute < 3; minute += 1) {
    await time.pass(60_000);
    // When this is answered, any question would be, too.
    await pidOf(through());
  }
  const read = rows.toArray().then((chunks) => Buffer.concat(chunks).length);
  const bytes = await read.finally(() => client.release());
  expect(bytes).toBe(200 * 1001);
  expect(await pidOf(pool)).toBe(pid);
});

it('behind a pooler a silent statement is left alone while the pooler answers', async () => {
  const pool = through(createPool, { behind: database.pool });
  await pidOf(pool);
  proxy.forget();
  const failed = failure(pool.query('SELECT 1'));
  await minutes();
  expect(pool.totalCount).toBe(1);
  await proxy.cut();
  await proxy.mend();
  expect(await failed).toSatisfy(isDatabaseAway);
});
