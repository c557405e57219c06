import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { openCommission } from '#contracts/endpoints/numbers.endpoints.ts';
import type { LiveTopics } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { closeNumberAtom, numberQuery, openedAtom, showAllAtom, showOlderAtom } from './numbers.atoms.ts';

const employee = { id: 'e1', first_name: 'Sofia', last_name: 'Marchetti' };
const QUESTION = { of: 'commission', id: 'e1' } as const;

function opening(...commissions: number[]) {
  const store = createStore();
  const api = createFakeApi({
    [openCommission.path]: () => replied({ employee, commission: commissions.shift(), requestedData: [] }),
  });
  store.set(apiAtom, api);
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  return { store, api, live };
}

test('only news of the person whose number is open make it load again', async () => {
  const { store, api, live } = opening(1, 2, 3, 4, 5);
  await store.set(numberQuery.loadAtom, QUESTION);
  const fetchesAgain = async (topics: Parameters<typeof live.send>[0]) => {
    const before = api.sent.length;
    live.send(topics);
    await expect.poll(() => store.get(numberQuery.loadingAtom)).toBe(false);
    return api.sent.length > before;
  };
  const board = (id: string, commission: number, version: number) => ({
    billboard: {
      version,
      data: {
        date: '2026-03-12',
        rows: [{ employee_id: id, commission }],
      } as LiveTopics['billboard']['snapshot'],
    },
  });
  const days = (version: number, data: LiveTopics['days']['snapshot']) => ({ days: { version, data } });
  const afterSale = board('e1', 6, 2);
  // A first snapshot is no news.
  expect(await fetchesAgain({ ...board('e1', 5, 1), ...days(1, {}) })).toBe(false);
  expect(await fetchesAgain({ ...afterSale, ...days(1, {}) })).toBe(true);
  expect(await fetchesAgain({ ...afterSale, ...days(2, { e2: 1 }) })).toBe(false);
  // A sale of an earlier day is on no board, but managers hear of the day.
  expect(await fetchesAgain({ ...afterSale, ...days(3, { e2: 1, e1: 1 }) })).toBe(true);
});

test('an opened number follows live news and is never older; its lines stay while it loads', async () => {
  const { store, api, live } = opening(1, 2);
  await store.set(numberQuery.loadAtom, QUESTION);
  const row = { employee_id: 'e1' } as LiveTopics['billboard']['snapshot']['rows'][number];
  live.send({ billboard: { version: 6, data: { date: '2026-03-12', rows: [] } } });
  live.send({ billboard: { version: 7, data: { date: '2026-03-12', rows: [row] } } });
  expect(store.get(numberQuery.loadingAtom)).toBe(true);
  expect(store.get(openedAtom)?.commission).toBe(1);
  await expect.poll(() => store.get(openedAtom)?.commission).toBe(2);
  expect(api.sent.map(({ since }) => since)).toEqual([undefined, 7]);
});

test('all lines replace the newest ones; the next number starts with its newest', async () => {
  const { store, api } = opening(1, 1, 1);
  await store.set(numberQuery.loadAtom, QUESTION);
  const showing = store.set(showAllAtom);
  expect(store.get(openedAtom)).toBeDefined();
  await showing;
  store.set(closeNumberAtom);
  await store.set(numberQuery.loadAtom, { of: 'commission', id: 'e1', from: '2026-03-12', to: '' });
  expect(api.sent.map(({ query }) => query)).toEqual([
    { limit: '100' },
    {},
    { from: '2026-03-12', limit: '100' },
  ]);
});

test('further lines are added page by page, and dropped with the answer they belong to', async () => {
  const store = createStore();
  const pages: Record<string, object> = {
    first: { employee, requestedData: [{ id: 's3' }], nextCursor: 'second' },
    second: { employee, requestedData: [{ id: 's2' }], nextCursor: 'third' },
    third: { employee, requestedData: [{ id: 's1' }] },
  };
  const api = createFakeApi({
    [openCommission.path]: ({ query }) => {
      const { cursor = 'first' } = query as { cursor?: string };
      return replied({ ...pages[cursor] });
    },
  });
  store.set(apiAtom, api);
  const shown = () => {
    const { requestedData = [], nextCursor } = store.get(openedAtom) ?? {};
    return [requestedData.map(({ id }) => id), nextCursor];
  };
  await store.set(numberQuery.loadAtom, QUESTION);
  expect(shown()).toEqual([['s3'], 'second']);
  // Two presses make one request.
  await Promise.all([store.set(showOlderAtom), store.set(showOlderAtom)]);
  expect(shown()).toEqual([['s3', 's2'], 'third']);
  await store.set(showOlderAtom);
  await store.set(showOlderAtom);
  expect(shown()).toEqual([['s3', 's2', 's1'], undefined]);
  expect(api.sent).toHaveLength(3);
  await store.set(numberQuery.reloadAtom);
  expect(shown()).toEqual([['s3'], 'second']);
});
