import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { apiAtom } from '../api.atoms.ts';
import { asOfAtom } from '../as-of.atoms.ts';
import { invalidateAllAtom, invalidateAtom } from './invalidation.atoms.ts';
import { createQuery } from './query.atoms.ts';

type Answer = ReturnType<typeof replied>;
const answer = replied({ requestedData: [] });

function world(react: () => Answer | Promise<Answer> = () => answer) {
  const store = createStore();
  const api = createFakeApi({ [getCampaignsOfGoal.path]: react });
  store.set(apiAtom, api);
  const query = createQuery({
    endpoint: getCampaignsOfGoal,
    ask: (client, id: string) => client.call(getCampaignsOfGoal, { params: { id } }),
    tags: (id) => ['goals', `days of ${id}`],
  });
  return { store, api, query };
}

test('an answer on a screen is fetched again when one of its tags changes', async () => {
  const { store, api, query } = world();
  await store.set(query.loadAtom, 'ann');
  store.set(invalidateAtom, ['campaigns', 'days of bob']);
  expect(api.sent).toHaveLength(1);
  store.set(invalidateAtom, ['goals', 'days of ann']);
  expect(api.sent).toHaveLength(2);
});

test('an answer on no screen waits for the next visit', async () => {
  const { store, api, query } = world();
  const leave = store.sub(query.replyAtom, () => undefined);
  await store.set(query.loadAtom, 'ann');
  leave();
  store.set(invalidateAtom, ['goals']);
  store.set(invalidateAllAtom);
  expect(api.sent).toHaveLength(1);
});

test('changes during a request are followed by one more request', async () => {
  const answers: PromiseWithResolvers<Answer>[] = [];
  const { store, api, query } = world(() => {
    const next = Promise.withResolvers<Answer>();
    answers.push(next);
    return next.promise;
  });
  const loading = store.set(query.loadAtom, 'ann');
  for (let times = 0; times < 3; times++) store.set(invalidateAtom, ['goals']);
  expect(api.sent).toHaveLength(1);
  answers[0]?.resolve(answer);
  await loading;
  await expect.poll(() => api.sent.length).toBe(2);
  answers[1]?.resolve(answer);
  await expect.poll(() => store.get(query.loadingAtom)).toBe(false);
  expect(api.sent).toHaveLength(2);
  store.set(invalidateAtom, ['goals']);
  expect(api.sent).toHaveLength(3);
});

test('no news changes the past, but a lost connection has it fetched again', async () => {
  const { store, api, query } = world();
  store.set(asOfAtom, '2026-03-02T12:00:00.000Z');
  await store.set(query.loadAtom, 'ann');
  store.set(invalidateAtom, ['goals']);
  expect(api.sent).toHaveLength(1);
  store.set(invalidateAllAtom);
  expect(api.sent).toHaveLength(2);
});

test('a paused query is left alone', async () => {
  const { store, api, query } = world();
  await store.set(query.loadAtom, 'ann');
  await store.set(query.loadAtom, 'ann', { paused: true });
  store.set(invalidateAtom, ['goals']);
  expect(api.sent).toHaveLength(1);
});

test('a query that ignores tags is fetched again only after a lost connection', async () => {
  const { store, api, query } = world();
  await store.set(query.loadAtom, 'ann', { ignoresTags: true });
  await store.set(query.reloadAtom);
  store.set(invalidateAtom, ['goals']);
  expect(api.sent).toHaveLength(2);
  store.set(invalidateAllAtom);
  expect(api.sent).toHaveLength(3);
});
