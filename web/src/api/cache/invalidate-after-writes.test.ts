import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { addGoal, editGoal, getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { apiAtom } from '../api.atoms.ts';
import { invalidateAfterWrites } from './invalidate-after-writes.ts';
import { createQuery } from './query.atoms.ts';

const BODY = { name: 'Steady', hourlySales: '2', hourlyDecisions: '0' };

async function shownGoals(written: ReturnType<typeof replied>) {
  const store = createStore();
  const api = createFakeApi({
    [getAllGoals.path]: () => replied({ requestedData: [] }),
    [addGoal.path]: () => written,
    [editGoal.path]: () => written,
  });
  store.set(apiAtom, api);
  invalidateAfterWrites(store);
  const goals = createQuery({
    endpoint: getAllGoals,
    ask: (client, _all: null) => client.call(getAllGoals, {}),
    tags: () => ['goals'],
  });
  await store.set(goals.loadAtom, null);
  const reads = () => api.sent.filter(({ path }) => path === getAllGoals.path).length;
  return { store, reads };
}

test('a write has what it changed fetched again', async () => {
  const { store, reads } = await shownGoals(replied({ requestedData: [] }));
  await store.get(apiAtom).call(addGoal, { body: BODY });
  expect(reads()).toBe(2);
});

test('a refused write changes nothing, unless the screen was out of date', async () => {
  const refusedTwice = await shownGoals(refused(400, 'incompleteFields'));
  await refusedTwice.store.get(apiAtom).call(addGoal, { body: BODY });
  expect(refusedTwice.reads()).toBe(1);
  const gone = await shownGoals(refused(404, 'noSuchGoal'));
  await gone.store.get(apiAtom).call(editGoal, { params: { id: 'g1' }, body: {} });
  expect(gone.reads()).toBe(2);
});
