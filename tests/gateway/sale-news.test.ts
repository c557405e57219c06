import { afterAll, beforeAll, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { saleNewsFeed } from '#services/gateway/feeds.ts';
import { type ProjectionWorld, startProjections } from '#tests/projections/projection-world.ts';
import { appendToSale, recordSale, saleFacts } from '#tests/projections/sale-event.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let world: ProjectionWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startProjections(database.pool);
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

async function newsOf(companyId: string) {
  expect(await world.runner.progress.waitFor(await world.store.head(), MAX_WAIT_MS)).toBe(true);
  const queries = queriesOn<ReadModels>(database.pool);
  const news = await saleNewsFeed({ queries, store: world.store }, { companyId }).snapshot('');
  expect(news.every(({ employeeId }) => employeeId === saleFacts().employeeId)).toBe(true);
  return news.map(({ saleId, kind }) => `${saleId} ${kind}`);
}

it("a company's news stay when another company sells a thousand times", async () => {
  await recordSale(world.store, 'ours', {}, 'first');
  await recordSale(world.store, 'ours', {}, 'second');
  await Promise.all(Array.from({ length: 1001 }, () => recordSale(world.store, 'theirs')));
  expect(await newsOf('ours')).toEqual(['first recorded', 'second recorded']);
  expect(await newsOf('theirs')).toHaveLength(20);
});

it('a sale appears once, with its last change, also after many edits of another one', async () => {
  await recordSale(world.store, 'edits', {}, 'early');
  await recordSale(world.store, 'edits', {}, 'edited');
  const edit = { before: saleFacts(), after: saleFacts({ status: 'Lead' }) };
  for (let edits = 0; edits < 100; edits++)
    await appendToSale(world.store, 'edits', 'edited', {
      type: 'SaleEdited',
      data: { saleId: 'edited', ...edit },
    });
  await appendToSale(world.store, 'edits', 'gone', {
    type: 'SaleDeleted',
    data: { saleId: 'gone', before: saleFacts() },
  });
  expect(await newsOf('edits')).toEqual(['early recorded', 'edited edited', 'gone deleted']);
});

it('a snapshot turns no news back while the read models are behind the log', async () => {
  const own = await createTestDatabase();
  const { store, runner, stop } = await startProjections(own.pool);
  await recordSale(store, 'ahead', {}, 'edited');
  const last = await recordSale(store, 'ahead', {}, 'other');
  expect(await runner.progress.waitFor(last, MAX_WAIT_MS)).toBe(true);
  await runner.stop();
  const feed = saleNewsFeed({ queries: queriesOn<ReadModels>(own.pool), store }, { companyId: 'ahead' });
  const edit = { saleId: 'edited', before: saleFacts(), after: saleFacts({ status: 'Lead' }) };
  await appendToSale(store, 'ahead', 'edited', { type: 'SaleEdited', data: edit });
  const kinds = (news: Awaited<ReturnType<typeof feed.change>>) =>
    news?.map((one) => `${one.saleId} ${one.kind}`);
  expect(kinds(await feed.change(['edited'], ''))).toEqual(['edited edited']);
  expect(kinds(await feed.snapshot(''))).toEqual(['other recorded', 'edited edited']);
  await stop();
  await own.drop();
});
