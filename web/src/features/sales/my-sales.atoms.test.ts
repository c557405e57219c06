import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import {
  loadSalesAtom,
  querySalesAtom,
  salesDateAtom,
  salesListAtom,
  salesProblemAtom,
  totalCommissionAtom,
} from './my-sales.atoms.ts';

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
  await store.set(loadSalesAtom, '');
  expect(store.get(totalCommissionAtom)).toBe(0.3);
});

test('with an empty date a query does nothing', async () => {
  const { store, api } = listWith({});
  await store.set(querySalesAtom);
  expect(api.sent).toEqual([]);
});

test('a query asks for its date', async () => {
  const { store, api } = listWith({ '/sales/getsales/{date}': () => replied({ requestedData: [] }) });
  store.set(salesDateAtom, '2026-03-02');
  await store.set(querySalesAtom);
  expect(api.sent[0]?.params).toEqual({ date: '2026-03-02' });
  expect(store.get(salesListAtom)).toEqual({ sales: [], date: '2026-03-02', stale: false });
});

test('a late answer to an earlier question does not replace a later one', async () => {
  const answers = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store } = listWith({
    '/sales/getsales/all': () => answers.promise,
    '/sales/getsales/{date}': () => replied({ requestedData: [sale(1, 'Closed')] }),
  });
  const early = store.set(loadSalesAtom, '');
  await store.set(loadSalesAtom, '2026-03-02');
  answers.resolve(replied({ requestedData: [] }));
  await early;
  expect(store.get(salesListAtom)?.date).toBe('2026-03-02');
});

test('a failure is told and leaves the list on show', async () => {
  const answers = [replied({ requestedData: [sale(1, 'Closed')] }), refused(500, 'failedFetch')];
  const { store } = listWith({ '/sales/getsales/all': () => answers.shift() ?? refused(500, 'failedFetch') });
  await store.set(loadSalesAtom, '');
  await store.set(loadSalesAtom, '');
  expect(store.get(salesProblemAtom)).toBe('Failed to retrieve the requested Data.');
  expect(store.get(salesListAtom)?.sales).toHaveLength(1);
});
