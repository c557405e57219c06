import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { aRow } from '../../testing/people.ts';
import { timeZoneAtom, todayAtom } from '../clock.atoms.ts';
import {
  billboardAtom,
  billboardProblemAtom,
  billboardRefreshAtom,
  loadBillboardAtom,
} from './billboard.atoms.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Answers = Parameters<typeof createFakeApi>[0][string];

function boardWith(answer: Answers) {
  const store = createStore();
  const api = createFakeApi({ '/logs/getlogsdaily/{date}': answer });
  const live = createFakeLive();
  store.set(apiAtom, api);
  store.set(liveClientAtom, live);
  store.set(timeZoneAtom, 'UTC');
  for (const watched of [liveAtom, todayAtom, billboardAtom]) store.sub(watched, () => undefined);
  const tell = (version: number, rows: BillboardRow[]) =>
    live.send({ billboard: { version, data: { date: '2026-03-02', rows } } });
  const names = () => store.get(billboardAtom)?.map((row) => row.employee_id);
  return { store, api, tell, names };
}

const rows = (...given: BillboardRow[]) => replied({ requestedData: given });

test('the board loads after 800 ms and then every five minutes, until the screen is left', {
  tags: ['spec-4.18', 'spec-9.10'],
}, async () => {
  const { store, api } = boardWith(() => rows());
  const leave = store.sub(billboardRefreshAtom, () => undefined);
  await vi.advanceTimersByTimeAsync(799);
  expect(api.sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.sent.map(({ params }) => params)).toEqual([{ date: '2026-03-02' }]);
  await vi.advanceTimersByTimeAsync(299_199);
  expect(api.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(299_999);
  expect(api.sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.sent).toHaveLength(3);
  leave();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(api.sent).toHaveLength(3);
});

test('a loaded board is not kept for the next visit', async () => {
  const { store, names } = boardWith(() => rows(aRow('ann')));
  const leave = store.sub(billboardRefreshAtom, () => undefined);
  await vi.advanceTimersByTimeAsync(800);
  expect(names()).toEqual(['ann']);
  leave();
  expect(names()).toBeUndefined();
});

test('a live snapshot fills it sooner', { tags: ['decision-8.16'] }, () => {
  const { tell, names } = boardWith(() => rows());
  expect(names()).toBeUndefined();
  tell(1, [aRow('ann')]);
  expect(names()).toEqual(['ann']);
});

test('rows stand in the order of commission, then sales, then name', () => {
  const { tell, names } = boardWith(() => rows());
  tell(1, [
    aRow('bob'),
    aRow('ann'),
    aRow('cyd', { commission: 5, sales: 1 }),
    aRow('dan', { commission: 5, sales: 2 }),
    aRow('eve', { commission: 10 }),
  ]);
  expect(names()).toEqual(['eve', 'dan', 'cyd', 'ann', 'bob']);
});

test('a refresh repairs what live news missed', { tags: ['decision-7.5'] }, async () => {
  const { store, tell, names } = boardWith(() => rows(aRow('ann'), aRow('bob')));
  tell(1, [aRow('ann')]);
  await store.set(loadBillboardAtom);
  expect(names()).toEqual(['ann', 'bob']);
});

test('a refresh leaves the rows that did not change the same objects, and so does the news after it', async () => {
  const { store, tell } = boardWith(() => rows({ ...aRow('ann') }, aRow('bob', { sales: 1 })));
  const [ann, bob] = [aRow('ann'), aRow('bob')];
  tell(1, [ann, bob]);
  await store.set(loadBillboardAtom);
  const shown = store.get(billboardAtom);
  expect(shown?.find(({ employee_id }) => employee_id === 'ann')).toBe(ann);
  expect(shown).not.toContain(bob);
});

test('news that arrives during a refresh is newer than its answer', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof rows>>();
  const { store, tell, names } = boardWith(() => slow.promise);
  tell(1, [aRow('ann')]);
  const loading = store.set(loadBillboardAtom);
  tell(2, [aRow('ann'), aRow('bob')]);
  slow.resolve(rows(aRow('ann')));
  await loading;
  expect(names()).toEqual(['ann', 'bob']);
});

test('a refresh asks for at least what live shows, and an older answer is not shown', async () => {
  const { store, api, tell, names } = boardWith(() => ({ ...rows(aRow('ann')), stale: true }));
  tell(7, [aRow('ann'), aRow('bob')]);
  await store.set(loadBillboardAtom);
  expect(api.sent[0]?.since).toBe(7);
  expect(names()).toEqual(['ann', 'bob']);
});

test('a failed refresh shows an error and keeps the board', async () => {
  const { store, tell, names } = boardWith(() => refused(500, 'failedFetch'));
  tell(1, [aRow('ann')]);
  await store.set(loadBillboardAtom);
  expect(store.get(billboardProblemAtom)).toBe('Failed to retrieve the requested Data.');
  expect(names()).toEqual(['ann']);
});

test('between news the rates of open shifts sink with the clock, and only those rows are drawn again', async () => {
  const { store, tell } = boardWith(() => rows());
  const open = aRow('ann', { sales: 4, sales_per_hour: 2, commission: 9 });
  const ended = aRow('bob', { sales: 1, sales_per_hour: 0.13 });
  tell(1, [open, ended]);
  expect(store.get(billboardAtom)).toEqual([open, ended]);
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  const later = store.get(billboardAtom);
  expect(later).toEqual([{ ...open, sales_per_hour: 1.6 }, ended]);
  expect(later?.[1]).toBe(ended);
});

test('the board of the past is that of its moment and date; afterwards the live board returns', async () => {
  const { store, api, tell, names } = boardWith(() => rows(aRow('then')));
  tell(1, [aRow('now')]);
  store.set(asOfAtom, '2026-02-20T12:00:00.000Z');
  expect(names()).toBeUndefined();
  await store.set(loadBillboardAtom);
  tell(2, [aRow('news')]);
  expect(names()).toEqual(['then']);
  expect(api.sent).toMatchObject([{ params: { date: '2026-02-20' }, asOf: '2026-02-20T12:00:00.000Z' }]);
  store.set(asOfAtom, null);
  expect(names()).toEqual(['news']);
});

test('an answer for a former moment is not shown', async () => {
  const late = Promise.withResolvers<ReturnType<typeof rows>>();
  const { store, tell, names } = boardWith(() => late.promise);
  store.set(asOfAtom, '2026-02-20T12:00:00.000Z');
  const asked = store.set(loadBillboardAtom);
  store.set(asOfAtom, null);
  tell(1, [aRow('now')]);
  late.resolve(rows(aRow('then')));
  await asked;
  expect(names()).toEqual(['now']);
});
