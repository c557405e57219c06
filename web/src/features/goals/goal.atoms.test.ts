import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { deleteGoal, getAllGoals, getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createGoalCard } from './goal.atoms.ts';
import { goalsResource } from './goals.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('goals that can not be fetched are told in the words of the specification', async () => {
  const { store } = storeWith({ [getAllGoals.path]: () => refused(500, 'failedFetch') });
  await store.set(goalsResource.loadAtom, null);
  expect(store.get(goalsResource.problemAtom)).toBe('error while fetching goals');
});

test('so are its campaigns', async () => {
  const { store, api } = storeWith({ [getCampaignsOfGoal.path]: () => refused(500, 'failedFetch') });
  const { campaignsResource } = createGoalCard();
  await store.set(campaignsResource.loadAtom, 'g1');
  expect(api.sent[0]?.params).toEqual({ id: 'g1' });
  expect(store.get(campaignsResource.problemAtom)).toBe('Error fetching campaigns');
});

test('deleted, the message of the server is shown', async () => {
  const { store, api } = storeWith({ [deleteGoal.path]: () => replied({ message: 'Goal deleted' }) });
  const { deletion } = createGoalCard();
  expect(await store.set(deletion.deleteAtom, 'g1')).toBe(true);
  expect(api.sent[0]?.params).toEqual({ id: 'g1' });
  expect(store.get(deletion.ticketsAtom)).toEqual({ error: false, errorTickets: ['Goal deleted'] });
});

test('refused, both messages are shown, on its own card only', async () => {
  const { store } = storeWith({ [deleteGoal.path]: () => refused(409, 'goalHasCampaigns') });
  const { deletion } = createGoalCard();
  expect(await store.set(deletion.deleteAtom, 'g1')).toBe(false);
  expect(store.get(deletion.ticketsAtom)).toEqual({
    error: true,
    errorTickets: [messages.goalHasCampaigns, messages.couldNotDeleteGoal],
  });
  expect(store.get(createGoalCard().deletion.ticketsAtom).errorTickets).toEqual([]);
});
