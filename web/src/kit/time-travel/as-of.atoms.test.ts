import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createApiClient } from '../../api/api-client.ts';
import { apiAsOfAtom, asOfAtom } from '../../api/as-of.atoms.ts';
import { liveAtom, liveBillboardAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { timeZoneAtom, todayAtom } from '../clock.atoms.ts';
import { goalsQuery } from '../queries/goals.queries.ts';

const MARCH = '2026-03-12T18:05:00.000Z';
const APRIL = '2026-04-02T18:05:00.000Z';

const goals = (name: string) => replied({ requestedData: [{ name }] });

function storeOf(reaction: Parameters<typeof createFakeApi>[0][string]) {
  const store = createStore();
  const api = createFakeApi({ [getAllGoals.path]: reaction, [getEmployee.path]: reaction });
  store.set(apiAtom, api);
  return { store, api };
}

test('what can be of the past is asked for as of the instant of the screen, the session never', async () => {
  const { store, api } = storeOf(() => goals('One'));
  store.set(asOfAtom, MARCH);
  await store.get(apiAsOfAtom).call(getAllGoals, {});
  await store.get(apiAtom).call(getEmployee, {});
  store.set(asOfAtom, null);
  await store.get(apiAsOfAtom).call(getAllGoals, {});
  expect(api.sent.map(({ asOf }) => asOf)).toEqual([MARCH, undefined, undefined]);
});

test('the instant goes with what is asked in the query', async () => {
  const urls: string[] = [];
  const client = createApiClient({
    async fetch(url) {
      urls.push(url);
      return Response.json({ requestedData: [] });
    },
    newKey: () => 'key',
    wait: async () => undefined,
    later: () => () => undefined,
  });
  await client.call(getAllGoals, { query: { limit: '9' }, asOf: MARCH });
  expect(urls).toEqual(['/api/goals/getgoals/all?limit=9&as-of=2026-03-12T18%3A05%3A00.000Z']);
});

test('between two instants of the past the first stays on show; what is of now is never taken for the past', async () => {
  const answers = [goals('now'), goals('March'), goals('April')];
  const { store } = storeOf(() => answers.shift() ?? goals('too many'));
  const shown = () => store.get(goalsQuery.replyAtom)?.requestedData[0]?.name;
  await store.set(goalsQuery.loadAtom, null);
  store.set(asOfAtom, MARCH);
  expect(shown()).toBeUndefined();
  await store.set(goalsQuery.loadAtom, null);
  expect(shown()).toBe('March');
  store.set(asOfAtom, APRIL);
  expect(shown()).toBe('March');
  await store.set(goalsQuery.loadAtom, null);
  expect(shown()).toBe('April');
  store.set(asOfAtom, null);
  expect(shown()).toBeUndefined();
});

test('an instant that is refused shows nothing of another one', async () => {
  const answers = [goals('March'), refused(400, 'asOfFuture')];
  const { store } = storeOf(() => answers.shift() ?? goals('too many'));
  store.set(asOfAtom, MARCH);
  await store.set(goalsQuery.loadAtom, null);
  store.set(asOfAtom, '2999-01-01T00:00:00.000Z');
  await store.set(goalsQuery.loadAtom, null);
  expect(store.get(goalsQuery.replyAtom)).toBeUndefined();
  expect(store.get(goalsQuery.errorAtom)).toBe('asOfFuture');
});

test('an answer as of an instant that was left meanwhile is not shown for the next one', async () => {
  const late = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store } = storeOf(({ asOf }) => (asOf === MARCH ? late.promise : goals('now')));
  store.set(asOfAtom, MARCH);
  const early = store.set(goalsQuery.loadAtom, null);
  store.set(asOfAtom, null);
  await store.set(goalsQuery.loadAtom, null);
  late.resolve(goals('March'));
  await early;
  expect(store.get(goalsQuery.replyAtom)?.requestedData[0]?.name).toBe('now');
});

test('in the past the clock stands still and no news arrives; afterwards both are there again', () => {
  const store = createStore();
  const live = createFakeLive();
  store.set(timeZoneAtom, 'America/Toronto');
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  live.send({ billboard: { version: 3, data: { date: '2026-11-21', rows: [] } } });
  const today = store.get(todayAtom);
  store.set(asOfAtom, MARCH);
  expect(store.get(todayAtom)).toBe('2026-03-12');
  expect(store.get(liveBillboardAtom)).toBeUndefined();
  live.send({ billboard: { version: 4, data: { date: '2026-11-21', rows: [] } } });
  expect(store.get(liveBillboardAtom)).toBeUndefined();
  store.set(asOfAtom, null);
  expect(store.get(todayAtom)).toBe(today);
  expect(store.get(liveBillboardAtom)).toBeDefined();
});
