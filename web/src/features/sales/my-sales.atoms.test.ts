import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { aSale } from '../../testing/sales.ts';
import { mySalesQuery, totalCommissionAtom, wholeTotalQuery } from './sale.atoms.ts';
import { noSaleFilters } from './sale-filters.ts';

const sale = (commission: number, status: Sale['status']) => ({ commission, status }) as Sale;

function listWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('the total adds the Closed sales of the list, to the cent', async () => {
  const requestedData = [sale(0.1, 'Closed'), sale(0.2, 'Closed'), sale(99, 'Negotiating'), sale(5, 'None')];
  const { store } = listWith({ '/sales/getsales/all': () => replied({ requestedData }) });
  await store.set(mySalesQuery.loadAtom, { date: '', filters: noSaleFilters });
  expect(store.get(totalCommissionAtom)).toBe(0.3);
});

test('a query requests its date', async () => {
  const { store, api } = listWith({ '/sales/getsales/{date}': () => replied({ requestedData: [] }) });
  await store.set(mySalesQuery.loadAtom, { date: '2026-03-02', filters: noSaleFilters });
  expect(api.sent[0]?.params).toEqual({ date: '2026-03-02' });
  expect(store.get(mySalesQuery.replyAtom)).toEqual({ requestedData: [] });
});

test("filters are the server's, within the date", async () => {
  const { store, api } = listWith({ '/sales/getsales/all': () => replied({ requestedData: [] }) });
  const filters = { ...noSaleFilters, status: 'Lead', search: 'roof' } as const;
  await store.set(mySalesQuery.loadAtom, { date: '', filters });
  await store.set(mySalesQuery.loadAtom, { date: '2026-03-02', filters });
  const narrowed = { status: 'Lead', search: 'roof' };
  expect(api.sent.map(({ query }) => query)).toEqual([
    narrowed,
    { ...narrowed, from: '2026-03-02', to: '2026-03-02' },
  ]);
});

test('loaded again it stays the same list when nothing changed, and is never older than live news', async () => {
  const answers = [[aSale()], [aSale()], [aSale(), aSale({ id: 's2' })]];
  const { store, api } = listWith({
    '/sales/getsales/all': () => replied({ requestedData: answers.shift() }),
  });
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  const rows = () => store.get(mySalesQuery.replyAtom)?.requestedData;
  const isLoaded = () => expect.poll(() => store.get(mySalesQuery.loadingAtom)).toBe(false);
  const tell = (version: number) => live.send({ 'own figures': { version, data: {} as OwnFigures } });
  await store.set(mySalesQuery.loadAtom, { date: '', filters: noSaleFilters });
  const first = rows();
  tell(4710);
  tell(4711);
  await isLoaded();
  expect(rows()).toBe(first);
  expect(api.sent.map(({ since }) => since)).toEqual([undefined, 4711]);
  tell(4712);
  await isLoaded();
  expect(rows()).toHaveLength(2);
  expect(rows()?.[0]).toBe(first?.[0]);
});

test('when a list leaves sales out, the total of its date is requested', async () => {
  const { store, api } = listWith({
    '/sales/get-commission/{id}': () => replied({ commission: 123_456.78 }),
  });
  await store.set(wholeTotalQuery.loadAtom, { id: 'e1', from: '', to: '' });
  await store.set(wholeTotalQuery.loadAtom, { id: 'e1', from: '2026-03-02', to: '2026-03-02' });
  expect(store.get(wholeTotalQuery.replyAtom)).toEqual({ commission: 123_456.78 });
  expect(api.sent.map(({ params, query }) => [params, query])).toEqual([
    [{ id: 'e1' }, {}],
    [{ id: 'e1' }, { from: '2026-03-02', to: '2026-03-02' }],
  ]);
});
