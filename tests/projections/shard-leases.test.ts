import pg from 'pg';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { divide } from '#projections/runner/checkpoints.ts';
import { ensureReadSchema, PROJECTING_LOCK } from '#projections/runner/schema.ts';
import { type Held, holdShards, isProjected, type Standing } from '#projections/runner/shard-leases.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();

/** The server lets go of the locks of a connection a moment after its end. */
beforeEach(async () => {
  const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await database.pool.query(locks)).rowCount).toBe(0);
});

const ALL = [0, 1, 2, 3];

type Options = {
  readonly scheduler?: Scheduler;
  readonly pool?: pg.Pool;
  /** Hangs as soon as it holds shards. */
  readonly hangs?: boolean;
  /** Hangs while it divides the database, and so keeps all others from it. */
  readonly hangsDividing?: boolean;
  readonly version?: number;
  readonly isReady?: () => boolean;
};

/** A process that holds shards when it can, until the test ends. */
async function candidate({ scheduler = systemScheduler, pool = database.pool, ...options }: Options = {}) {
  await ensureReadSchema(database.pool);
  const { hangs = false, hangsDividing = false, version = 1, isReady = () => true } = options;
  const [works, lost, tried, divides] = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const ending = new AbortController();
  const untilEnd = () => new Promise((ended) => ending.signal.addEventListener('abort', ended));
  const state = {
    shares: [] as number[][],
    held: [] as number[],
    pids: [] as number[],
    limits: [] as string[],
    standing: '',
  };
  const running = holdShards({
    ...{ pool, scheduler, log: createLog('silent'), signal: ending.signal, isReady },
    projections: [{ name: 'sales-book', version }],
    onTried: () => tried?.resolve(),
    onStanding(standing: Standing) {
      state.standing = standing;
    },
    async divided(connection) {
      await divide(connection, ALL.length, { again: true });
      if (hangsDividing) {
        await connection.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);
        divides?.resolve();
        await untilEnd();
      }
      return ALL.length;
    },
    async work(connection: pg.Client, held: Held, signal) {
      state.held = [...held].toSorted();
      state.shares.push(state.held);
      const { rows } = await connection.query(
        `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS limit`,
      );
      state.pids.push(rows[0].pid);
      state.limits.push(rows[0].limit);
      works?.resolve();
      if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended));
      lost?.resolve();
      if (hangs && !ending.signal.aborted) await untilEnd();
      state.held = [];
    },
  });
  const end = async () => {
    ending.abort();
    await running;
  };
  onTestFinished(end);
  const moments = { works: works?.promise, lost: lost?.promise, tried: tried?.promise };
  return { state, ...moments, divides: divides?.promise, end };
}

const age = (seconds: number) =>
  database.pool.query(`UPDATE read.leases SET beat_at = beat_at - make_interval(secs => $1)`, [seconds]);

it('the connection that writes waits a minute for a statement, and no longer', async () => {
  const { works, state } = await candidate();
  await works;
  expect(state.limits).toEqual(['1min']);
});

it('a process alone holds all shards, two share them, and one that ends leaves its own to the other', async () => {
  const first = await candidate();
  await first.works;
  expect(first.state.held).toEqual(ALL);
  const second = await candidate();
  await second.works;
  const both = () => [...first.state.held, ...second.state.held].toSorted();
  await expect.poll(both).toEqual(ALL);
  expect([first.state.held.length, second.state.held.length]).toEqual([2, 2]);
  await second.end();
  await expect.poll(() => first.state.held).toEqual(ALL);
});

it('no shard is held by two processes, whatever comes and goes', async () => {
  const people = await Promise.all([candidate(), candidate(), candidate()]);
  await expect.poll(() => people.flatMap(({ state }) => state.held).toSorted()).toEqual(ALL);
  await people[1]?.end();
  await expect.poll(() => people.flatMap(({ state }) => state.held).toSorted()).toEqual(ALL);
});

it('a newer version takes over when it has built its read models, and the former one waits', async () => {
  const former = await candidate({ version: 1 });
  await former.works;
  let isReady = false;
  const newer = await candidate({ version: 2, isReady: () => isReady });
  await newer.tried;
  expect(newer.state.standing).toBe('waits');
  expect(former.state.held).toEqual(ALL);
  isReady = true;
  await newer.works;
  await expect.poll(() => newer.state.held).toEqual(ALL);
  expect(former.state.held).toEqual([]);
  await expect.poll(() => former.state.standing).toBe('outdated');
  await newer.end();
  await expect.poll(() => former.state.held).toEqual(ALL);
});

it('a newer version that is alone projects before its read models are built', async () => {
  const { works, state } = await candidate({ version: 2, isReady: () => false });
  await works;
  expect(state.held).toEqual(ALL);
});

it('a process that hangs while it divides the database is replaced', async () => {
  const hanging = await candidate({ scheduler: steppedTime().scheduler, hangsDividing: true });
  await hanging.divides;
  await age(6);
  const next = await candidate();
  await next.works;
  expect(next.state.held).toEqual(ALL);
});

it('a process that has not beaten for five seconds is replaced, and its connection is ended', async () => {
  const hanging = await candidate({ scheduler: steppedTime().scheduler, hangs: true });
  await hanging.works;
  // On a busy machine the answer may come when the five seconds are over: then it says nothing.
  const isProjectedAfterFour = async () => {
    await database.pool.query(`UPDATE read.leases SET beat_at = clock_timestamp() - interval '4 seconds'`);
    const answer = await isProjected(database.pool);
    const inTime = `SELECT FROM read.leases WHERE beat_at > clock_timestamp() - interval '5 seconds'`;
    return (await database.pool.query(inTime)).rowCount ? answer : 'too late';
  };
  await expect.poll(isProjectedAfterFour).toBe(true);
  await age(2);
  expect(await isProjected(database.pool)).toBe(false);
  const standby = await candidate();
  await Promise.all([standby.works, hanging.lost]);
  await expect.poll(() => standby.state.held).toEqual(ALL);
  const { rows } = await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [
    hanging.state.pids[0],
  ]);
  expect(rows).toEqual([]);
});

it('a process that beats is not replaced, however long it projects', async () => {
  const time = steppedTime();
  const first = await candidate({ scheduler: time.scheduler });
  await first.works;
  const beatAt = async () =>
    (await database.pool.query<{ at: string }>('SELECT beat_at::text AS at FROM read.leases')).rows[0]?.at ??
    '';
  for (let seconds = 0; seconds < 10; seconds++) {
    const before = await beatAt();
    await time.pass(1000);
    await expect.poll(async () => (await beatAt()) > before).toBe(true);
  }
  expect(first.state.shares).toEqual([ALL]);
});

it('a process whose network is gone is replaced, gives up by its own clock, and takes its share again', async () => {
  const proxy = await startTcpProxy(new URL(database.url));
  const pool = createPool(proxy.url, { connectionTimeoutMillis: 200 });
  onTestFinished(async () => {
    await proxy.close();
    await pool.end();
  });
  const time = steppedTime();
  const far = await candidate({ scheduler: time.scheduler, pool });
  await far.works;
  proxy.hush();
  await age(6);
  const near = await candidate();
  await near.works;
  await expect.poll(() => near.state.held).toEqual(ALL);
  await time.pass(6000);
  await far.lost;
  expect(far.state.held).toEqual([]);

  proxy.speak();
  const both = () => [...near.state.held, ...far.state.held].toSorted();
  await expect.poll(() => time.pass(1000).then(() => far.state.held.length)).toBe(2);
  await expect.poll(both).toEqual(ALL);
});

it('a process that finds its lease gone ends its term', async () => {
  const time = steppedTime();
  const first = await candidate({ scheduler: time.scheduler });
  await first.works;
  await database.pool.query('DELETE FROM read.leases');
  await time.pass(1000);
  await first.lost;
});

it('a process of a version before shards projects alone, and is left alone', async () => {
  const former = new pg.Client({ connectionString: database.url });
  await former.connect();
  onTestFinished(() => former.end());
  await former.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);
  const waiting = steppedTime();
  const standby = await candidate({ scheduler: waiting.scheduler });
  await standby.tried;
  await age(60);
  const looked = waiting.nextPause();
  await waiting.pass(500);
  await looked;
  expect(await isProjected(database.pool)).toBe(true);
  await former.query('SELECT 1');
  expect(standby.state.shares).toEqual([]);
});

it('is not projected while a shard is held by no process', async () => {
  await ensureReadSchema(database.pool);
  expect(await isProjected(database.pool)).toBe(false);
});
