import { afterEach, beforeEach, expect, test } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { LiveMessage } from '#platform/live/live-bus.port.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { type ProjectionWorld, startProjections } from '../../support/projection-world.ts';
import { recordSale } from '../../support/sale-event.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

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

type Foreseen = Extract<LiveMessage, { kind: 'foreseen' }>;
const foreseen = () => world.news.filter((message): message is Foreseen => message.kind === 'foreseen');

/** Keys of the billboard that were told after that message with its position. */
function committedAfter(message: Foreseen) {
  const later = world.news.slice(world.news.indexOf(message) + 1);
  return later
    .flatMap((each) => (each.kind === 'committed' && each.position === message.position ? each.changes : []))
    .filter(({ model, companyId }) => model === message.model && companyId === message.companyId)
    .flatMap(({ keys }) => keys);
}

test('a row is told whole before it is committed, then its key, and it is what the database then holds', async () => {
  for (let sale = 0; sale < 3; sale++) {
    const position = await recordSale(world.store, 'co');
    expect(await world.runner.progress.waitFor(position, PATIENCE_MS)).toBe(true);
  }
  expect(foreseen().map(({ rows }) => rows[0]?.row?.sales)).toEqual([1, 2, 3]);
  for (const message of foreseen()) expect(committedAfter(message)).toEqual([message.rows[0]?.key]);
  const held = await queriesOn<ReadModels>(database.pool).selectFrom('read.billboard').selectAll().execute();
  expect(held).toEqual([foreseen().at(-1)?.rows[0]?.row]);
});

test('the key of a row that the database then refuses is told all the same', async () => {
  const position = await recordSale(world.store, 'co', { entryDate: '2026-02-31' });
  expect(await world.runner.progress.waitFor(position, PATIENCE_MS)).toBe(true);
  const [message] = foreseen() as [Foreseen];
  expect(message).toMatchObject({ position, rows: [{ key: { day: '2026-02-31' } }] });
  expect(committedAfter(message)).toContainEqual(message.rows[0]?.key);
});
