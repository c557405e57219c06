import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { decode } from '#projections/runner/fold.ts';
import { openLive } from '#projections/runner/follow.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { project } from '#projections/runner/project.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { PROJECTING_LOCK } from '#projections/runner/schema.ts';
import { placeOfShards } from '#projections/runner/stored-rows.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { appendHistory, dumpReadModels, startProjections } from './projection-world.ts';

/** Of a rebuilt history: several batches. */
const EVENTS = 12_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

function start(program: 'runner' | 'rebuild', enough = 0): ChildProcess {
  const { path, env } = builtProgram(program);
  return fork(path, [database.url, String(enough)], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

test('a runner killed at any moment counts nothing twice, and other processes learn its progress', {
  tags: ['reliability-13'],
}, async () => {
  const store = createPostgresEventStore({ pool: database.pool });
  const progress = createCheckpointProgress({ pool: database.pool });
  const history = [...workingHistory({ events: 500, companies: 2, employees: 6, days: 3 })];
  const parts = 5;
  for (let part = 0; part < parts; part++) {
    const runner = start('runner');
    await once(runner, 'message');
    const events = history.slice((part * history.length) / parts, ((part + 1) * history.length) / parts);
    const last = await appendHistory(store, events);
    // Some batches of this part are committed by then, and one may be in progress.
    expect(await progress.waitFor(last - Math.floor(events.length / 2), MAX_WAIT_MS)).toBe(true);
    await kill(runner);
  }
  const survivor = start('runner');
  expect(await progress.waitFor(history.length, MAX_WAIT_MS)).toBe(true);
  expect(progress.position()).toBe(history.length);
  expect(await progress.waitFor(history.length + 1, 50)).toBe(false);
  await kill(survivor);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
  await store.close();
});

test('a killed rebuild leaves the live tables alone, and the next one goes on where it was', {
  tags: ['reliability-16'],
}, async () => {
  await writeHistory(
    database.pool,
    workingHistory({ events: EVENTS, companies: 2, employees: 20, days: 20 }),
  );
  const { store, runner, stop } = await startProjections(database.pool);
  expect(await runner.progress.waitFor(EVENTS, MAX_WAIT_MS)).toBe(true);
  const live = await dumpReadModels(database.pool);
  for (const enough of [1, EVENTS / 2, 11_000]) {
    const rebuilding = start('rebuild', enough);
    const [reached] = await once(rebuilding.stdout as Readable, 'data');
    expect(Number(reached)).toBeGreaterThanOrEqual(enough);
    expect(Number(reached)).toBeLessThan(EVENTS);
    const written = 'SELECT FROM read_rebuild.shadows WHERE position < $1';
    const unwritten = async () => (await database.pool.query(written, [enough - 1000])).rowCount;
    if (enough > 10_000) await expect.poll(unwritten).toBe(0);
    await kill(rebuilding);
    expect(await dumpReadModels(database.pool)).toEqual(live);
  }
  const { rows: left } = await database.pool.query("SELECT to_regclass('read_rebuild.sales') AS shadow");
  expect(left).toEqual([{ shadow: 'read_rebuild.sales' }]);

  // The killed process's session may hold its locks for a moment longer.
  await expect
    .poll(() => rebuild({ pool: database.pool, store, projections: allProjections }))
    .toMatchObject({ ok: true, events: EVENTS - 10_000 });
  expect(await dumpReadModels(database.pool)).toEqual(live);
  await stop();
});

test('a rebuild that is ended while its tables take their places is gone on with, too', async () => {
  const { pool } = database;
  const history = [...workingHistory({ events: 360, companies: 2, employees: 6, days: 3 })];
  const { store, runner, stop } = await startProjections(pool);
  await appendHistory(store, history.slice(0, 300));
  expect(await runner.progress.waitFor(300, MAX_WAIT_MS)).toBe(true);
  const [first, second] = allProjections;
  const names = allProjections.map(({ name }) => name).filter((name) => name !== first?.name);
  const reader = await pool.connect();
  await reader.query(`BEGIN; SELECT FROM read.${Object.values(second?.tables ?? {})[0]?.name}`);
  const ended = rebuild({ pool, store, projections: allProjections }).catch(String);
  const left = async () =>
    (await pool.query('SELECT projection, position FROM read_rebuild.shadows')).rows.map(Object.values);
  const waiting = async () => (await left()).map(([name]) => name).sort();
  await expect.poll(waiting).toEqual([...names].sort());
  const head = await appendHistory(store, history.slice(300));
  await expect.poll(left).toContainEqual([second?.name, head]);
  expect((await left()).filter(([, position]) => position === 300).length).toBeGreaterThan(1);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tallyboard rebuild'`,
  );
  expect(await ended).toMatch(/terminat|queryable/);
  await reader.query('ROLLBACK');
  reader.release();
  expect(await runner.progress.waitFor(head, MAX_WAIT_MS)).toBe(true);
  const live = await dumpReadModels(pool);
  expect(await rebuild({ pool, store, projections: allProjections, names })).toEqual({
    ...{ ok: true, projections: names },
    events: 0,
  });
  expect(await dumpReadModels(pool)).toEqual(live);
  await stop();
});

test('when the leader loses its connection another runner takes over, and nothing is counted twice', async () => {
  const one = await startProjections(database.pool);
  const two = await startProjections(database.pool);
  const history = [...workingHistory({ events: 240, companies: 2, employees: 6, days: 3 })];
  for (let cut = 0; cut < 4; cut++) {
    const last = await appendHistory(one.store, history.slice(cut * 60, (cut + 1) * 60));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'tallyboard projections'`,
    );
    expect(await one.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
    expect(await two.runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  }
  await Promise.all([one.stop(), two.stop()]);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
});

test('a reader who began to wait at one leader learns the progress from the next', async () => {
  const one = await startProjections(database.pool);
  const history = [...workingHistory({ events: 200, companies: 2, employees: 6, days: 3 })];
  const first = await appendHistory(one.store, history.slice(0, 100));
  expect(await one.runner.progress.waitFor(first, MAX_WAIT_MS)).toBe(true);
  const isReached = one.runner.progress.waitFor(first + 100, MAX_WAIT_MS);

  // Another runner waits for the lock, so that it comes next in any case.
  const other = await database.pool.connect();
  const leads = other.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);
  await expect
    .poll(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      return (await database.pool.query(waiting)).rowCount;
    })
    .toBe(1);
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tallyboard projections'`,
  );
  await leads;
  await appendHistory(one.store, history.slice(100));
  const read = await one.store.readAll({ after: first, limit: 100 });
  const { projections, shards } = await openLive(other, allProjections, 'all', { warn: () => {} });
  const batch = { events: read.map(decode), to: read.at(-1) as RecordedEvent };
  await project(other, placeOfShards(shards), projections, batch);
  expect(await isReached).toBe(true);
  other.release(true);
  await one.stop();
});
