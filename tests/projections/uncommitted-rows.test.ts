import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
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
  const position = await recordSale(world.store, 'co', { commissionCents: 1e30 });
  expect(await world.runner.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  const [message] = uncommitted() as [Uncommitted];
  expect(message).toMatchObject({ position, rows: [{ key: { day: '2026-03-02' } }] });
  expect(committedAfter(message)).toContainEqual(message.rows[0]?.key);
});

test('no rows are announced before their commit while shards are at different places, and again once they are in step', async () => {
  await world.stop();
  await database.pool.query('UPDATE read.shards SET position = position - 1 WHERE shard = 3');
  world = await startProjections(database.pool);
  expect(await world.runner.progress.waitFor(await recordSale(world.store, 'co'), MAX_WAIT_MS)).toBe(true);
  expect(uncommitted()).toEqual([]);
  await recordSale(world.store, 'co');
  await vi.waitFor(() => expect(uncommitted()).toHaveLength(1), WAIT_OPTIONS);
});
