import { expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { newId } from '#platform/ids.ts';
import { appendToSale, recordSale, saleFacts } from '#tests/projections/sale-event.ts';
import { type HistoryDeps, thingPage } from './entries.ts';

it('leaves out events of the stream that name another company, or that this program cannot read', async () => {
  const store = createMemoryEventStore();
  const [companyId, id] = ['ours', 'sale'];
  await recordSale(store, companyId, {}, id);
  const edit = { saleId: id, before: saleFacts(), after: saleFacts({ status: 'Lead' }) };
  await appendToSale(store, companyId, id, { type: 'SaleFramed', data: edit });
  const theirs = { companyId: 'theirs', actorId: null, at: '2026-03-02T15:00:00.000Z' };
  const planted = { id: newId(), type: 'SaleEdited', version: 1, data: edit, metadata: theirs };
  await store.append(streams.sale(companyId, id), [planted], 'any');
  await appendToSale(store, companyId, id, { type: 'SaleEdited', data: edit });

  const historyNames = async () => ({ persons: [], campaigns: [], goals: [] });
  const deps = { store, queries: { historyNames } } as unknown as HistoryDeps;
  const { rows } = await thingPage(deps, companyId, { kind: 'sale', id }, { limit: 10 });
  expect(rows.map(({ type, position }) => [type, position])).toEqual([
    ['SaleRecorded', 1],
    ['SaleEdited', 4],
  ]);
});
