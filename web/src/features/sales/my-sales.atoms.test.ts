import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { aSale } from '../../testing/sales.ts';
import {
  followMySalesAtom,
  mySalesResource,
  totalCommissionAtom,
  wholeTotalResource,
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
  await store.set(mySalesResource.loadAtom, '');
  expect(store.get(totalCommissionAtom)).toBe(0.3);
});

test('a query asks for its date', async () => {
  const { store, api } = listWith({ '/sales/getsales/{date}': () => replied({ requestedData: [] }) });
  await store.set(mySalesResource.loadAtom, '2026-03-02');
  expect(api.sent[0]?.params).toEqual({ date: '2026-03-02' });
  expect(store.get(mySalesResource.replyAtom)).toEqual({ requestedData: [] });
});

test('asked again it is the same list where nothing changed, and never older than what live told', async () => {
  const answers = [[aSale()], [aSale()], [aSale(), aSale({ id: 's2' })]];
  const { store, api } = listWith({
    '/sales/getsales/all': () => replied({ requestedData: answers.shift() }),
  });
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  const rows = () => store.get(mySalesResource.replyAtom)?.requestedData;
  await store.set(mySalesResource.loadAtom, '');
  const first = rows();
  live.tell({ 'own figures': { version: 4711, data: {} as OwnFigures } });
  await store.set(followMySalesAtom);
  expect(rows()).toBe(first);
  expect(api.sent.map(({ since }) => since)).toEqual([undefined, 4711]);
  await store.set(followMySalesAtom);
  expect(rows()).toHaveLength(2);
  expect(rows()?.[0]).toBe(first?.[0]);
});

test('where a list leaves sales out, its total is asked for, of the date that is shown', async () => {
  const { store, api } = listWith({
    '/sales/get-commission/{id}': () => replied({ commission: 123_456.78 }),
  });
  await store.set(wholeTotalResource.loadAtom, { id: 'e1', date: '' });
  await store.set(wholeTotalResource.loadAtom, { id: 'e1', date: '2026-03-02' });
  expect(store.get(wholeTotalResource.replyAtom)).toEqual({ commission: 123_456.78 });
  expect(api.sent.map(({ params, query }) => [params, query])).toEqual([
    [{ id: 'e1' }, {}],
    [{ id: 'e1' }, { date: '2026-03-02' }],
  ]);
});
