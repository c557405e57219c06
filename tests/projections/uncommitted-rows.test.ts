import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import { allProjections } from '#projections/all.projections.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { MAX_WAIT_MS, WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type ProjectionWorld, startProjections } from './projection-world.ts';
import { recordSale } from './sale-event.ts';

let database: TestDatabase;
let world: ProjectionWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = await startProjections(database.pool);
});
afterEach(async () => {
  await world.stop();
  await database.drop();
});

type Uncommitted = Extract<LiveMessage, { kind: 'uncommitted' }>;
const uncommitted = () =>
  world.news.filter((message): message is Uncommitted => message.kind === 'uncommitted');

/** Billboard keys announced after that message with its position. */
function committedAfter(message: Uncommitted) {
  const later = world.news.slice(world.news.indexOf(message) + 1);
  return later
    .flatMap((each) => (each.kind === 'committed' && each.position === message.position ? each.changes : []))
    .filter(({ model, companyId }) => model === message.model && companyId === message.companyId)
    .flatMap(({ keys }) => keys);
}

test('a row is announced whole before its commit, then by key, and equals the row in the database', async () => {
  for (let sale = 0; sale < 3; sale++) {
    const position = await recordSale(world.store, 'co');
    expect(await world.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  }
  expect(uncommitted().map(({ rows }) => rows[0]?.row?.sales)).toEqual([1, 2, 3]);
  for (const message of uncommitted()) expect(committedAfter(message)).toEqual([message.rows[0]?.key]);
  const held = await queriesOn<ReadModels>(database.pool)
    .selectFrom('read.employee_days')
    .selectAll()
    .execute();
  expect(held).toEqual([uncommitted().at(-1)?.rows[0]?.row]);
});

test('the key of a row that the database then refuses is announced anyway', async () => {
  const position = await recordSale(world.store, 'co', { entryDate: '2026-02-31' });
  expect(await world.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  const [message] = uncommitted() as [Uncommitted];
  expect(message).toMatchObject({ position, rows: [{ key: { day: '2026-02-31' } }] });
  expect(committedAfter(message)).toContainEqual(message.rows[0]?.key);
});

test('no rows are announced before their commit while a read model is behind, and again once it caught up', async () => {
  await world.stop();
  // So far behind that it catches up on its own: the others do not wait for it.
  await database.pool.query("UPDATE read.checkpoints SET position = -3000 WHERE projection = 'history'");
  const behind = Promise.withResolvers<void>();
  const store = createPostgresEventStore({ pool: database.pool });
  const readAll: EventStore['readAll'] = async (options) => {
    await behind.promise;
    return store.readAll(options);
  };
  world = await startProjections(database.pool, allProjections, { ...store, readAll });
  const position = await recordSale(world.store, 'co');
  await vi.waitFor(() => expect(world.news.some(changesBillboard)).toBe(true), WAIT_OPTIONS);
  const early = [...uncommitted()];
  behind.resolve();
  expect(early).toEqual([]);
  expect(await world.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  await recordSale(world.store, 'co');
  await vi.waitFor(() => expect(uncommitted()).toHaveLength(1), WAIT_OPTIONS);
});

const changesBillboard = (message: LiveMessage) =>
  message.kind === 'committed' && message.changes.some(({ model }) => model === 'employee-days');
