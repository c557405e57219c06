import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { getAllSales, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { anEmployee, aRow, ownFigures } from '../../testing/people.ts';
import { aSale } from '../../testing/sales.ts';
import { createWhatIf, figuresAtom, leadsQuery, negotiatingQuery, openSalesAtom } from './what-if.atoms.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const today = aSale({ id: 'today', commission: 50.1, status: 'Lead' });
const deal = aSale({ id: 'deal', commission: 20.2 });
const old = aSale({ id: 'old', commission: 30.3, status: 'Lead', entry_date: '2026-02-20' });

const ME = { first_name: 'Priya', last_name: 'Raman', sales: 3, commission: 120.5 };

type Day = { figures?: Partial<OwnFigures>; rows?: BillboardRow[]; sales?: Sale[] };

/** Two hours into a shift with three Closed sales, on the second place. */
async function day({ figures = {}, rows, sales = [old, today, deal] }: Day = {}) {
  const store = createStore();
  const live = createFakeLive();
  const open = [...sales];
  const api = createFakeApi({
    [getAllSales.path]: ({ query }) =>
      replied({
        requestedData: open.filter(({ status }) => status === (query as { status: string }).status),
      }),
  });
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'America/Toronto');
  store.set(liveClientAtom, live);
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  const whatIf = createWhatIf();
  for (const watched of [liveAtom, figuresAtom, whatIf.wouldBeAtom]) store.sub(watched, () => undefined);
  const board = rows ?? [aRow('best', { commission: 160, sales: 2 }), aRow('e1', ME), aRow('last')];
  live.send({
    'own figures': { version: 1, data: ownFigures(figures) },
    billboard: { version: 1, data: { date: '2026-03-02', rows: board } },
  });
  await store.set(leadsQuery.loadAtom, { status: 'Lead' });
  await store.set(negotiatingQuery.loadAtom, { status: 'Negotiating' });
  return { store, api, open, ...whatIf };
}

test('open sales are those of both statuses, newest first', async () => {
  const { store } = await day();
  expect(store.get(openSalesAtom)?.map(({ id }) => id)).toEqual(['deal', 'today', 'old']);
});

test('a ticked sale of today changes every figure, and without ticks there is nothing beside them', async () => {
  const { store, tickAtom, wouldBeAtom } = await day();
  expect(store.get(wouldBeAtom)).toBeNull();
  store.set(tickAtom, 'today', true);
  expect(store.get(figuresAtom)).toMatchObject({
    ...{ commission: { today: 120.5, total: 1000 }, goal: { rate: 1.5, share: 0.75 }, place: 2 },
  });
  expect(store.get(wouldBeAtom)).toMatchObject({
    ...{ commission: { today: 170.6, total: 1050.1 }, goal: { rate: 2, share: 1 }, place: 1 },
  });
  store.set(tickAtom, 'today', false);
  expect(store.get(wouldBeAtom)).toBeNull();
});

test('a sale of an earlier date is on the board of that date', async () => {
  const { store, tickAtom, wouldBeAtom, ofOtherDatesAtom } = await day();
  store.set(tickAtom, 'old', true);
  expect(store.get(ofOtherDatesAtom)).toBe(1);
  expect(store.get(wouldBeAtom)).toMatchObject({
    ...{ commission: { today: 120.5, total: 1030.3 }, goal: { rate: 1.5, share: 0.75 }, place: 2 },
  });
});

test('all are ticked and unticked at once, and cents are added exactly', async () => {
  const { store, tickAllAtom, wouldBeAtom, ofOtherDatesAtom } = await day();
  store.set(tickAllAtom, true);
  expect(store.get(ofOtherDatesAtom)).toBe(1);
  expect(store.get(wouldBeAtom)).toMatchObject({ commission: { today: 190.8, total: 1100.6 } });
  store.set(tickAllAtom, false);
  expect(store.get(wouldBeAtom)).toBeNull();
});

test('a sale that is closed meanwhile is not counted a second time', async () => {
  const { store, open, tickAllAtom, tickedAtom } = await day();
  store.set(tickAllAtom, true);
  open.splice(1, 1);
  await store.set(leadsQuery.reloadAtom);
  expect(store.get(tickedAtom).map(({ id }) => id)).toEqual(['deal', 'old']);
});

test('the place is by commission, then by sales, then by name, as on the board', async () => {
  const level = { commission: 170.6, sales: 4 };
  const placeBeside = async (other: Partial<BillboardRow>) => {
    const { store, tickAtom, wouldBeAtom } = await day({ rows: [aRow('other', other), aRow('e1', ME)] });
    store.set(tickAtom, 'today', true);
    return store.get(wouldBeAtom)?.place;
  };
  expect(await placeBeside({ ...level, commission: 170.61 })).toBe(2);
  expect(await placeBeside({ ...level, sales: 3 })).toBe(1);
  expect(await placeBeside({ ...level, sales: 5 })).toBe(2);
  expect(await placeBeside({ ...level, first_name: 'Ann' })).toBe(2);
  expect(await placeBeside({ ...level, first_name: 'Zoe' })).toBe(1);
});

test('without a row on the board only a sale of today has a place', async () => {
  const { store, tickAtom, wouldBeAtom } = await day({
    rows: [aRow('best', { commission: 40 }), aRow('last')],
  });
  store.set(tickAtom, 'old', true);
  expect(store.get(figuresAtom).place).toBe(0);
  expect(store.get(wouldBeAtom)?.place).toBe(0);
  store.set(tickAtom, 'today', true);
  expect(store.get(wouldBeAtom)?.place).toBe(1);
});

test('without a campaign there is no goal', async () => {
  const { store, tickAtom, wouldBeAtom } = await day({ figures: { hourlySales: null } });
  store.set(tickAtom, 'today', true);
  expect(store.get(wouldBeAtom)?.goal).toBeNull();
});

test('nothing is sent but the questions for sales', async () => {
  const { api, store, tickAllAtom } = await day();
  store.set(tickAllAtom, true);
  expect(new Set(api.sent.map(({ path }) => path))).toEqual(new Set([getAllSales.path]));
});
