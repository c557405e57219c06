import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { isLed, LEADER_LOCK, leadWhenPossible } from '#projections/runner/leadership.ts';
import { ensureSchema } from '#projections/runner/schema.ts';
import { startTcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

const database = databaseWorld();

/** A process that leads when it can, until the test ends; or one that hangs as soon as it leads. */
async function candidate(scheduler: Scheduler, { pool = database.pool, hangs = false } = {}) {
  await ensureSchema(database.pool, 'read');
  const [leads, lost, tried] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const ending = new AbortController();
  const state = { terms: 0, pids: [] as number[] };
  const running = leadWhenPossible({
    ...{ pool, scheduler, log: createLog('silent'), signal: ending.signal, onTried: () => tried?.resolve() },
    async work(connection, signal) {
      state.terms += 1;
      const { rows } = await connection.query('SELECT pg_backend_pid() AS pid');
      state.pids.push(rows[0].pid);
      leads?.resolve();
      if (!signal.aborted) await new Promise((ended) => signal.addEventListener('abort', ended));
      lost?.resolve();
      if (hangs) await new Promise((ended) => ending.signal.addEventListener('abort', ended));
    },
  });
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  return { state, leads: leads?.promise, lost: lost?.promise, tried: tried?.promise };
}

const age = (seconds: number) =>
  database.pool.query(`UPDATE read.leases SET beat_at = beat_at - make_interval(secs => $1)`, [seconds]);

it('the connection of the leader waits a minute for a statement, and no longer', async () => {
  await ensureSchema(database.pool, 'read');
  const ending = new AbortController();
  const set: string[] = [];
  await leadWhenPossible({
    pool: database.pool,
    log: createLog('silent'),
    scheduler: systemScheduler,
    signal: ending.signal,
    async work(connection) {
      const { rows } = await connection.query('SHOW statement_timeout');
      set.push(rows[0].statement_timeout);
      ending.abort();
    },
  });
  expect(set).toEqual(['1min']);
});

it('a leader that has not beaten for five seconds is replaced, and its connection is ended', async () => {
  const hanging = await candidate(steppedTime().scheduler, { hangs: true });
  await hanging.leads;
  const standby = await candidate(systemScheduler);
  await standby.tried;
  expect(standby.state.terms).toBe(0);
  await age(4);
  expect(await isLed(database.pool)).toBe(true);
  await age(2);
  await Promise.all([standby.leads, hanging.lost]);
  const { rows } = await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [
    hanging.state.pids[0],
  ]);
  expect(rows).toEqual([]);
});

it('a leader that beats is not replaced, however long it leads', async () => {
  const time = steppedTime();
  const leader = await candidate(time.scheduler);
  await leader.leads;
  const waiting = steppedTime();
  const first = waiting.nextPause();
  const standby = await candidate(waiting.scheduler);
  await first;
  for (let seconds = 0; seconds < 20; seconds += 4) {
    await age(4);
    const beaten = 'SELECT FROM read.leases WHERE beat_at > clock_timestamp() - make_interval(secs => 3)';
    await time.pass(1000);
    await expect.poll(async () => (await database.pool.query(beaten)).rowCount).toBe(1);
    const looked = waiting.nextPause();
    await waiting.pass(500);
    await looked;
  }
  expect([leader.state.terms, standby.state.terms]).toEqual([1, 0]);
});

it('a leader whose network is gone is replaced, and stands by when it learns of it', async () => {
  const proxy = await startTcpProxy(new URL(database.url));
  const pool = createPool(proxy.url);
  onTestFinished(async () => {
    await proxy.close();
    await pool.end();
  });
  const time = steppedTime();
  const far = await candidate(time.scheduler, { pool });
  await far.leads;
  proxy.hush();
  await age(6);
  const near = await candidate(systemScheduler);
  await near.leads;
  proxy.speak();
  await far.lost;
  await time.pass(1000);
  expect([far.state.terms, near.state.terms]).toEqual([1, 1]);
});

it('a leader that finds the lease with another ends its term', async () => {
  const time = steppedTime();
  const leader = await candidate(time.scheduler);
  await leader.leads;
  await database.pool.query('UPDATE read.leases SET backend_pid = 0');
  await time.pass(1000);
  await leader.lost;
});

it('a leader of a version that does not beat is left alone', async () => {
  const former = new pg.Client({ connectionString: database.url });
  await former.connect();
  onTestFinished(() => former.end());
  await former.query('SELECT pg_advisory_lock($1)', [LEADER_LOCK]);
  const waiting = steppedTime();
  const standby = await candidate(waiting.scheduler);
  await standby.tried;
  await age(60);
  const looked = waiting.nextPause();
  await waiting.pass(500);
  await looked;
  expect(await isLed(database.pool)).toBe(true);
  await former.query('SELECT 1');
  expect(standby.state.terms).toBe(0);
});

it('is not led after five seconds without a beat', async () => {
  await ensureSchema(database.pool, 'read');
  await age(60);
  expect(await isLed(database.pool)).toBe(false);
});
