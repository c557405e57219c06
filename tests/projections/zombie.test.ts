import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { decode, type Incoming } from '#projections/runner/fold.ts';
import { hindmost, type Live, openLive } from '#projections/runner/follow.ts';
import { type Projected, project } from '#projections/runner/project.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { placeOfShards } from '#projections/runner/stored-rows.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { dumpReadModels } from './projection-world.ts';

const EVENTS = 1000;
let database: TestDatabase;
const sessions: pg.PoolClient[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  const store = createPostgresEventStore({ pool: database.pool });
  // Empty read models first, so that the events are new to them.
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await writeHistory(database.pool, workingHistory({ events: EVENTS, companies: 2, employees: 8, days: 3 }));
  await store.close();
});
afterEach(async () => {
  for (const client of sessions.splice(0)) client.release();
  await database.drop();
});

async function open(client?: pg.PoolClient): Promise<Live & { take(batch: Incoming[]): Promise<Projected> }> {
  const session = client ?? (await connection());
  const live = await openLive(session, allProjections, 'all', { warn: () => {} });
  return {
    ...live,
    take(events) {
      const to = events.at(-1)?.recorded as RecordedEvent;
      return project(session, placeOfShards(live.shards), live.projections, { events, to });
    },
  };
}

async function connection(): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  sessions.push(client);
  return client;
}

async function batchAfter(position: number, limit: number) {
  const store = createPostgresEventStore({ pool: database.pool });
  const events = await store.readAll({ after: position, limit });
  await store.close();
  return events.map(decode);
}

test('a projector whose shards were moved by another one writes nothing', {
  tags: ['reliability-14'],
}, async () => {
  const [living, zombie] = [await open(), await open()];
  const batch = await batchAfter(0, 300);
  const done = await living.take(batch);
  expect(done.overtaken).toBe(false);
  const after = await dumpReadModels(database.pool);

  expect(await zombie.take(batch)).toEqual({ overtaken: true, changes: [], aside: [] });
  expect(await dumpReadModels(database.pool)).toEqual(after);

  const next = await living.take(await batchAfter(300, EVENTS));
  expect(next.overtaken).toBe(false);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
});

test('a projector of which one shard of many was moved writes nothing, also of the others', async () => {
  const zombie = await open();
  await database.pool.query('UPDATE read.shards SET generation = generation + 1 WHERE shard = 7');
  const before = await dumpReadModels(database.pool);
  expect((await zombie.take(await batchAfter(0, 300))).overtaken).toBe(true);
  expect(await dumpReadModels(database.pool)).toEqual(before);
  expect(await database.pool.query('SELECT FROM read.shards WHERE position > 0')).toHaveProperty(
    'rowCount',
    0,
  );
});

test('a projector from before a rebuild writes nothing, although its position is the same', async () => {
  const zombie = await open();
  await zombie.take(await batchAfter(0, EVENTS));
  const store = createPostgresEventStore({ pool: database.pool });
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await database.pool.query('UPDATE read.shards SET position = $1', [EVENTS]);
  const after = await dumpReadModels(database.pool);
  // The next event, delivered twice under new positions: an outdated writer would count it.
  const again = (await batchAfter(0, 300)).map((incoming) => ({
    ...incoming,
    recorded: { ...incoming.recorded, position: incoming.recorded.position + EVENTS },
  }));
  expect((await zombie.take(again)).overtaken).toBe(true);
  expect(await dumpReadModels(database.pool)).toEqual(after);
  await store.close();
});

test('several projectors that race for every batch count each event once', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  let won = 0;
  const race = async (client: pg.PoolClient): Promise<void> => {
    for (;;) {
      const projector = await open(client);
      const batch = await batchAfter(hindmost(projector), 50);
      if (batch.length === 0) return;
      if (!(await projector.take(batch)).overtaken) won++;
    }
  };
  await Promise.all(clients.map(race));
  for (const client of clients) client.release();
  expect(won).toBe(EVENTS / 50);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
});
