import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { aSale } from '../../testing/sales.ts';
import { noSaleFilters } from './sale-filters.ts';
import { type SalesWish, salesList } from './sales-list.atoms.ts';

const OWN: SalesWish = { employeeId: '', date: '', filters: noSaleFilters, sort: '' };

/** A server with so many sales, newest first; it sends at most 300 at once. */
function listOf(count: number) {
  const store = createStore();
  const server: { sales: Sale[]; fails: boolean } = {
    sales: Array.from({ length: count }, (_, at) => aSale({ id: `s${count - at}` })),
    fails: false,
  };
  const answer = ({ query }: SentCall) => {
    const { limit = '300', cursor = '' } = query as { limit?: string; cursor?: string };
    if (server.fails) return refused(503, 'unavailable');
    const from = cursor ? server.sales.findIndex(({ id }) => id === cursor) + 1 : 0;
    const requestedData = server.sales.slice(from, from + Math.min(300, Number(limit)));
    const last = requestedData.at(-1);
    const isWhole = last === undefined || last === server.sales.at(-1);
    return replied({
      requestedData,
      ...(!isWhole && { nextCursor: last.id }),
      ...(!cursor && { commission: 7 }),
    });
  };
  const api = createFakeApi({ '/sales/getsales/all': answer, '/sales/getsales/{date}': answer });
  store.set(apiAtom, api);
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  return {
    ...{ store, api, server },
    load: (wish: Partial<SalesWish> = {}) => store.set(salesList.first.loadAtom, { ...OWN, ...wish }),
    more: () => store.set(salesList.moreAtom),
    rows: () => store.get(salesList.replyAtom)?.requestedData ?? [],
    queries: () => api.sent.map(({ query }) => query),
    isLoaded: () => expect.poll(() => store.get(salesList.first.loadingAtom)).toBe(false),
    tell: (version: number) => live.send({ 'own figures': { version, data: {} as OwnFigures } }),
  };
}

const numbersOf = (sales: readonly Sale[]) => sales.map(({ id }) => Number(id.slice(1)));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

test('one page is requested, in the order and within the filters of the screen', async () => {
  const { load, queries, api, store } = listOf(3);
  await load();
  await load({ date: '2026-03-02', sort: '-price' });
  await load({ employeeId: 'e2', filters: { ...noSaleFilters, status: 'Lead', search: ' roof ' } });
  expect(queries()).toEqual([
    { limit: '100' },
    { limit: '100', sort: '-price' },
    { limit: '100', employeeId: 'e2', status: 'Lead', search: 'roof' },
  ]);
  expect(api.sent[1]?.params).toEqual({ date: '2026-03-02' });
  expect(store.get(salesList.replyAtom)?.commission).toBe(7);
});

test('a new sale at the top leaves the further pages, and the end of the list, where they are', async () => {
  const { load, more, rows, server, tell, isLoaded, queries, store } = listOf(1000);
  await load();
  await more();
  await more();
  await more();
  expect(numbersOf(rows())).toEqual(down(1000, 601));
  const [, second] = rows();
  tell(1);
  server.sales = [aSale({ id: 's1001' }), ...server.sales];
  tell(2);
  await isLoaded();
  expect(numbersOf(rows())).toEqual(down(1001, 602));
  expect(rows()[2]).toBe(second);
  // The server sends less than that at once.
  expect(queries().slice(-2)).toEqual([{ limit: '400' }, { limit: '100', cursor: 's702' }]);
  expect(store.get(salesList.replyAtom)?.commission).toBe(7);
  await more();
  expect(numbersOf(rows())).toEqual(down(1001, 502));
});

test('a page that was requested before the list changed is requested again behind its new end', async () => {
  const { load, more, rows, server, tell, isLoaded } = listOf(250);
  await load();
  tell(1);
  const coming = more();
  server.sales = [aSale({ id: 's251' }), ...server.sales];
  tell(2);
  await coming;
  await isLoaded();
  const shown = numbersOf(rows());
  expect(shown).toEqual(down(251, 251 - shown.length + 1));
});

test('another order keeps the rows until its own arrive, and no page of one follows the other', async () => {
  const { load, more, rows, store, queries } = listOf(250);
  await load();
  await more();
  const coming = load({ sort: 'name' });
  expect(store.get(salesList.first.formerAtom)).toBe(true);
  expect(rows().length).toBeGreaterThan(0);
  await more();
  await coming;
  expect(store.get(salesList.first.formerAtom)).toBe(false);
  expect(rows()).toHaveLength(100);
  expect(queries()).toEqual([
    { limit: '100' },
    { limit: '100', cursor: 's151' },
    { limit: '100', sort: 'name' },
  ]);
  // Not so the list of another employee.
  const other = load({ employeeId: 'e2' });
  expect(rows()).toEqual([]);
  await other;
});

test('a file has all rows that fit, in the order of the screen', async () => {
  const { load, store, queries, server } = listOf(1000);
  await load({ sort: 'price' });
  const counts: number[] = [];
  const all = await store.set(salesList.allAtom, (count) => counts.push(count));
  expect(numbersOf(all?.requestedData ?? [])).toEqual(down(1000, 1));
  expect(counts).toEqual([300, 600, 900, 1000]);
  expect(queries().slice(1, 3)).toEqual([{ sort: 'price' }, { sort: 'price', cursor: 's701' }]);
  server.fails = true;
  expect(await store.set(salesList.allAtom, () => {})).toBeNull();
});

test('a complete list is its own file', async () => {
  const { load, store, queries, rows } = listOf(3);
  await load();
  expect((await store.set(salesList.allAtom, () => {}))?.requestedData).toBe(rows());
  expect(queries()).toHaveLength(1);
});
