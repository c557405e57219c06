import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { openCommission } from '#contracts/endpoints/numbers.endpoints.ts';
import type { LiveTopics } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import {
  closeNumberAtom,
  followNumberAtom,
  newsOfOpenedAtom,
  numberResource,
  openedAtom,
  showAllAtom,
  showOlderAtom,
} from './numbers.atoms.ts';

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

test('news of the person whose number is open are told from those of others', async () => {
  const { store, live } = opening(1);
  await store.set(numberResource.loadAtom, QUESTION);
  const told = (topics: Parameters<typeof live.tell>[0]) => {
    const before = store.get(newsOfOpenedAtom);
    live.tell(topics);
    return store.get(newsOfOpenedAtom) !== before;
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
  const sold = (firstName: string, price: string, version: number) => ({
    'sale news': {
      version,
      data: [{ firstName, lastName: 'Marchetti', price }] as LiveTopics['sale news']['snapshot'],
    },
  });
  expect(told(board('e1', 5, 1))).toBe(true);
  expect(told({ ...board('e1', 5, 2), ...sold('Liam', '$1.00', 2) })).toBe(false);
  expect(told({ ...board('e1', 6, 3), ...sold('Liam', '$1.00', 3) })).toBe(true);
  // A sale of an older day is on no board, and a manager hears of it.
  expect(told({ ...board('e1', 6, 4), ...sold('Sofia', '$9.00', 4) })).toBe(true);
});

test('an opened number goes on, never older than what live told; the lines that are there stay meanwhile', async () => {
  const { store, api, live } = opening(1, 2);
  await store.set(numberResource.loadAtom, QUESTION);
  live.tell({ billboard: { version: 7, data: { date: '2026-03-12', rows: [] } } });
  const following = store.set(followNumberAtom);
  expect(store.get(openedAtom)?.commission).toBe(1);
  await following;
  expect(store.get(openedAtom)?.commission).toBe(2);
  expect(api.sent.map(({ since }) => since)).toEqual([undefined, 7]);
});

test('all lines take the place of the newest ones; the next number begins with its newest', async () => {
  const { store, api } = opening(1, 1, 1);
  await store.set(numberResource.loadAtom, QUESTION);
  const showing = store.set(showAllAtom);
  expect(store.get(openedAtom)).toBeDefined();
  await showing;
  store.set(closeNumberAtom);
  await store.set(numberResource.loadAtom, { of: 'commission', id: 'e1', date: '2026-03-12' });
  expect(api.sent.map(({ query }) => query)).toEqual([
    { limit: '100' },
    {},
    { date: '2026-03-12', limit: '100' },
  ]);
});

test('lines beyond those that come at once are added page by page, and go with the answer they belong to', async () => {
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
  await store.set(numberResource.loadAtom, QUESTION);
  expect(shown()).toEqual([['s3'], 'second']);
  // Pressed twice it is one question.
  await Promise.all([store.set(showOlderAtom, QUESTION), store.set(showOlderAtom, QUESTION)]);
  expect(shown()).toEqual([['s3', 's2'], 'third']);
  await store.set(showOlderAtom, QUESTION);
  await store.set(showOlderAtom, QUESTION);
  expect(shown()).toEqual([['s3', 's2', 's1'], undefined]);
  expect(api.sent).toHaveLength(3);
  await store.set(numberResource.reloadAtom);
  expect(shown()).toEqual([['s3'], 'second']);
});
