import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { allProjections } from '#projections/all.projections.ts';
import { decode } from '#projections/runner/fold.ts';
import { project } from '#projections/runner/project.ts';
import { openProjections, type Projection } from '#projections/runner/projection.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { writeHistory } from '#tests/support/histories/event-histories.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { askOracle, sorted } from './oracle.ts';
import { dumpReadModels } from './projection-world.ts';

const EVENTS = 2000;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  const store = createPostgresEventStore({ pool: database.pool });
  // Empty read models first, so that the events are new to them.
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await writeHistory(database.pool, workingHistory({ events: EVENTS, companies: 2, employees: 8, days: 3 }));
  await store.close();
});
afterEach(() => database.drop());

const open = (db: pg.PoolClient | pg.Pool): Promise<Projection[]> =>
  openProjections(db, 'read', allProjections, 1000, { warn: () => {} });

async function batchAfter(position: number, limit: number) {
  const store = createPostgresEventStore({ pool: database.pool });
  const events = await store.readAll({ after: position, limit });
  await store.close();
  return events.map(decode);
}

test('a projector whose checkpoint was moved by another one writes nothing', async () => {
  const [living, zombie] = [await open(database.pool), await open(database.pool)];
  const batch = await batchAfter(0, 300);
  const done = await project(database.pool, 'read', living, batch);
  expect(done.overtaken).toEqual([]);
  const after = await dumpReadModels(database.pool);

  const beyond = await project(database.pool, 'read', zombie, batch);
  expect(beyond.overtaken).toEqual(zombie);
  expect(beyond.changes).toEqual([]);
  expect(await dumpReadModels(database.pool)).toEqual(after);

  const next = await project(database.pool, 'read', living, await batchAfter(300, EVENTS));
  expect(next.overtaken).toEqual([]);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
});

test('a projector from before a rebuild writes nothing, although its position is the same', async () => {
  const zombie = await open(database.pool);
  await project(database.pool, 'read', zombie, await batchAfter(0, EVENTS));
  const store = createPostgresEventStore({ pool: database.pool });
  await rebuild({ pool: database.pool, store, projections: allProjections });
  await database.pool.query('UPDATE read.checkpoints SET position = $1', [EVENTS]);
  const after = await dumpReadModels(database.pool);
  // The next event, delivered twice under new positions: an outdated writer would count it.
  const again = (await batchAfter(0, 300)).map((incoming) => ({
    ...incoming,
    recorded: { ...incoming.recorded, position: incoming.recorded.position + EVENTS },
  }));
  const beyond = await project(database.pool, 'read', zombie, again);
  expect(beyond.overtaken).toEqual(zombie);
  expect(await dumpReadModels(database.pool)).toEqual(after);
  await store.close();
});

test('several projectors that race for every batch count each event once', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  let won = 0;
  const race = async (client: pg.PoolClient): Promise<void> => {
    for (;;) {
      const projections = await open(client);
      const from = Math.min(...projections.map(({ checkpoint }) => checkpoint.position));
      const batch = await batchAfter(from, 50);
      if (batch.length === 0) return;
      const inStep = projections.filter(({ checkpoint }) => checkpoint.position === from);
      const { overtaken } = await project(client, 'read', inStep, batch);
      if (overtaken.length === 0) won++;
    }
  };
  await Promise.all(clients.map(race));
  for (const client of clients) client.release();
  expect(won).toBeLessThanOrEqual(EVENTS / 50);
  expect(sorted(await dumpReadModels(database.pool))).toEqual(sorted(await askOracle(database.pool)));
});
