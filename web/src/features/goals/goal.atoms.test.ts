import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { deleteGoal, getAllGoals, getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createGoalCard } from './goals.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('goals that fail to load show the message of the specification', async () => {
  const { store } = storeWith({ [getAllGoals.path]: () => refused(500, 'failedFetch') });
  await store.set(goalsQuery.loadAtom, null);
  expect(store.get(goalsQuery.problemAtom)).toBe('error while fetching goals');
});

test('so are its campaigns', async () => {
  const { store, api } = storeWith({ [getCampaignsOfGoal.path]: () => refused(500, 'failedFetch') });
  const { campaignsQuery } = createGoalCard();
  await store.set(campaignsQuery.loadAtom, 'g1');
  expect(api.sent[0]?.params).toEqual({ id: 'g1' });
  expect(store.get(campaignsQuery.problemAtom)).toBe('Error fetching campaigns');
});

test('a deletion shows the message of the server', async () => {
  const { store, api } = storeWith({ [deleteGoal.path]: () => replied({ message: 'Goal deleted' }) });
  const { deletion } = createGoalCard();
  expect(await store.set(deletion.deleteAtom, 'g1')).toBe(true);
  expect(api.sent[0]?.params).toEqual({ id: 'g1' });
  expect(store.get(deletion.alertAtom)).toEqual({ isError: false, messages: ['Goal deleted'] });
});

test('a refused deletion shows both messages, only on its own card', async () => {
  const { store } = storeWith({ [deleteGoal.path]: () => refused(409, 'goalHasCampaigns') });
  const { deletion } = createGoalCard();
  expect(await store.set(deletion.deleteAtom, 'g1')).toBe(false);
  expect(store.get(deletion.alertAtom)).toEqual({
    isError: true,
    messages: [messages.goalHasCampaigns, messages.couldNotDeleteGoal],
  });
  expect(store.get(createGoalCard().deletion.alertAtom).messages).toEqual([]);
});
