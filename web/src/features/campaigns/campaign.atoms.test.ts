import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import {
  deleteCampaign,
  getAllCampaigns,
  getEmployeesOfCampaign,
} from '#contracts/endpoints/campaigns.endpoints.ts';
import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createCampaignCard } from './campaigns.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('a failed load shows the message of the specification', async () => {
  const { store } = storeWith({
    [getAllCampaigns.path]: () => refused(500, 'internalServerError'),
    [getAllGoals.path]: () => refused(500, 'internalServerError'),
    [getEmployeesOfCampaign.path]: () => refused(500, 'internalServerError'),
  });
  const { employeesQuery } = createCampaignCard();
  await store.set(campaignsQuery.loadAtom, null);
  await store.set(goalsQuery.loadAtom, null);
  await store.set(employeesQuery.loadAtom, 'c1');
  expect(store.get(campaignsQuery.problemAtom)).toBe('Error fetching campaigns');
  expect(store.get(goalsQuery.problemAtom)).toBe('error while fetching goals');
  expect(store.get(employeesQuery.problemAtom)).toBe('Failed to retrieve the requested Data.');
});

test('its employees are requested by its id', async () => {
  const { store, api } = storeWith({ [getEmployeesOfCampaign.path]: () => replied({ requestedData: [] }) });
  const { employeesQuery } = createCampaignCard();
  await store.set(employeesQuery.loadAtom, 'c1');
  expect(api.sent[0]?.params).toEqual({ id: 'c1' });
  expect(store.get(employeesQuery.replyAtom)).toEqual({ requestedData: [] });
});

test('a deletion shows the message of the server', async () => {
  const { store, api } = storeWith({ [deleteCampaign.path]: () => replied({ message: 'Campaign deleted' }) });
  const { deletion } = createCampaignCard();
  expect(await store.set(deletion.deleteAtom, 'c1')).toBe(true);
  expect(api.sent[0]?.params).toEqual({ id: 'c1' });
  expect(store.get(deletion.alertAtom)).toEqual({ isError: false, messages: ['Campaign deleted'] });
});

test('a refused deletion shows both messages, only on its own card', async () => {
  const { store } = storeWith({ [deleteCampaign.path]: () => refused(409, 'campaignHasEmployees') });
  const { deletion } = createCampaignCard();
  expect(await store.set(deletion.deleteAtom, 'c1')).toBe(false);
  expect(store.get(deletion.alertAtom)).toEqual({
    isError: true,
    messages: [messages.campaignHasEmployees, messages.couldNotDeleteCampaign],
  });
  expect(store.get(createCampaignCard().deletion.alertAtom).messages).toEqual([]);
});
