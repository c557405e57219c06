import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { shardOf } from '#platform/live/shards.port.ts';
import { allProjections } from '#projections/all.projections.ts';
import { companyOf, decode } from '#projections/runner/fold.ts';
import { openLive } from '#projections/runner/follow.ts';
import { createCheckpointProgress } from '#projections/runner/progress.ts';
import { project } from '#projections/runner/project.ts';
import { PROJECTING_LOCK } from '#projections/runner/schema.ts';
import { placeOfShards } from '#projections/runner/stored-rows.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import {
  appendHistory,
  dumpReadModels,
  HELD_SHARDS,
  type ProjectionWorld,
  startProjections,
} from './projection-world.ts';
import { recordSale } from './sale-event.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ template: inject('migratedDatabase') });
});
afterEach(() => database.drop());

const isAsCounted = async () =>
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));

/** How many shards each process holds. */
async function shares(): Promise<number[]> {
  const { rows } = await database.pool.query<{ shards: number }>(
    `SELECT count(*)::integer AS shards FROM (${HELD_SHARDS}) AS held GROUP BY pid ORDER BY 1`,
  );
  return rows.map(({ shards }) => shards);
}

/** Positions of the shards, each once. */
async function places(): Promise<number[]> {
  const { rows } = await database.pool.query('SELECT DISTINCT position FROM read.shards ORDER BY 1');
  return rows.map(({ position }) => position);
}

/** The tables as a program of the version before shards left them. */
async function asFormer(): Promise<void> {
  await database.pool.query(`
    CREATE TABLE former AS SELECT * FROM read.checkpoints;
    DROP VIEW read.checkpoints;
    DROP TABLE read.shards, read.models;
    CREATE TABLE read.checkpoints (
      projection text PRIMARY KEY, position bigint NOT NULL, version integer NOT NULL, generation bigint NOT NULL,
      event_position bigint, event_id uuid
    );
    INSERT INTO read.checkpoints SELECT projection, position, version, generation, event_position, event_id FROM former;
    DROP TABLE former`);
}

const tableOf = async (name: string) =>
  (await database.pool.query('SELECT $1::regclass::oid AS oid', [`read.${name}`])).rows[0]?.oid;

test('every company has a shard, and companies are spread over all of them', () => {
  const counts = Array.from({ length: 16 }, () => 0);
  for (let company = 0; company < 4800; company++) {
    const shard = shardOf(`0192f1a0-4242-7000-8000-${String(company).padStart(12, '0')}`, 16);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(200);
  expect(Math.max(...counts)).toBeLessThan(400);
});

test('processes share the shards, come and go, and count each event once', async () => {
  const running = await Promise.all([1, 2, 3].map(() => startProjections(database.pool)));
  await expect.poll(shares).toEqual([5, 5, 6]);
  const progress = createCheckpointProgress({ pool: database.pool });
  const history = [...workingHistory({ events: 480, companies: 12, employees: 4, days: 2 })];
  const { store } = running[0] as ProjectionWorld;
  for (const [part, ends] of running.entries()) {
    const events = history.slice(part * 160, (part + 1) * 160);
    const last = await appendHistory(store, events.slice(0, 80));
    // While events come.
    const stopped = ends.runner.stop();
    if (part === 2) running.push(await startProjections(database.pool));
    const end = await appendHistory(store, events.slice(80));
    await stopped;
    expect(await progress.waitFor(Math.max(last, end), MAX_WAIT_MS)).toBe(true);
  }
  expect(await places()).toEqual([history.length]);
  await isAsCounted();
  for (const world of running) await world.stop();
});

test('processes that start at once with a new database divide it once', async () => {
  const running = await Promise.all([1, 2, 3].map(() => startProjections(database.pool)));
  const [first] = running as [ProjectionWorld];
  const progress = createCheckpointProgress({ pool: database.pool });
  expect(await progress.waitFor(await recordSale(first.store, 'co'), MAX_WAIT_MS)).toBe(true);
  // A shard that goes to a process that came later is held by none for a moment.
  await expect.poll(async () => (await shares()).reduce((sum, share) => sum + share, 0)).toBe(16);
  await isAsCounted();
  for (const world of running) await world.stop();
});

test('a database of the version before shards is gone on with; only a read model that was behind is built anew', async () => {
  const before = await startProjections(database.pool);
  const sold = await recordSale(before.store, 'co');
  expect(await before.runner.progress.waitFor(sold, MAX_WAIT_MS)).toBe(true);
  await before.stop();
  await asFormer();
  await database.pool.query(`
    UPDATE read.checkpoints SET position = ${sold - 1}, event_position = NULL WHERE projection = 'history';
    DELETE FROM read.history; DELETE FROM read.history_moments`);
  const kept = await tableOf('sales');
  const behind = await tableOf('history');

  const { runner, store, stop } = await startProjections(database.pool);
  expect(await runner.progress.waitFor(await recordSale(store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(await tableOf('sales')).toBe(kept);
  expect(await tableOf('history')).not.toBe(behind);
  await isAsCounted();
  await stop();
  // What a program of that version asks for.
  const { rows } = await database.pool.query(
    'SELECT min(position) AS lowest, count(*) AS found FROM read.checkpoints WHERE event_position = position',
  );
  expect(rows).toEqual([{ lowest: sold + 1, found: allProjections.length }]);
});

test('a new version is built beside a program of the version before shards, and goes on from where that one ends', async () => {
  const before = await startProjections(database.pool);
  const sold = await recordSale(before.store, 'co');
  expect(await before.runner.progress.waitFor(sold, MAX_WAIT_MS)).toBe(true);
  // Two sales that it does not come to any more.
  await before.runner.stop();
  await recordSale(before.store, 'co');
  const last = await recordSale(before.store, 'co');
  await before.store.close();
  await asFormer();
  const former = await database.pool.connect();
  await former.query('SELECT pg_advisory_lock($1)', [PROJECTING_LOCK]);

  const newer = allProjections.map((each) =>
    each.name === 'sales-book' ? { ...each, version: each.version + 1 } : each,
  );
  const { runner, stop } = await startProjections(database.pool, newer, undefined, { shortLog: 0 });
  await expect.poll(() => runner.building()).toBeNull();
  await former.query('SELECT pg_advisory_unlock($1)', [PROJECTING_LOCK]);
  former.release();
  expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  await isAsCounted();
  await stop();
});

test('another number of shards is taken over from the start on, also when the former ones were at different places', async () => {
  const first = await startProjections(database.pool);
  await first.stop();
  const store = createPostgresEventStore({ pool: database.pool });
  const history = [...workingHistory({ events: 400, companies: 8, employees: 4, days: 2 })];
  await appendHistory(store, history);
  const client = await database.pool.connect();
  const half = new Set([0, 1, 2, 3, 4, 5, 6, 7]);
  const { projections, shards } = await openLive(client, allProjections, half, { warn: () => {} });
  const read = await store.readAll({ after: -1, limit: 400 });
  const events = read.filter((event) => half.has(shardOf(companyOf(event), 16))).map(decode);
  const [to] = read.slice(-1);
  if (to) await project(client, placeOfShards(shards), projections, { events, to });
  client.release();
  expect(await places()).toHaveLength(2);

  const { runner, stop } = await startProjections(database.pool, allProjections, undefined, { shards: 5 });
  expect(await runner.progress.waitFor(history.length, MAX_WAIT_MS)).toBe(true);
  expect(await shares()).toEqual([5]);
  await store.close();
  await isAsCounted();
  await stop();
});
