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
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createCampaignCard } from './campaign.atoms.ts';
import { campaignsResource, goalsResource } from './campaigns.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  const api = createFakeApi(reactions);
  store.set(apiAtom, api);
  return { store, api };
}

test('what can not be fetched is told in the words of the specification', async () => {
  const { store } = storeWith({
    [getAllCampaigns.path]: () => refused(500, 'internalServerError'),
    [getAllGoals.path]: () => refused(500, 'internalServerError'),
    [getEmployeesOfCampaign.path]: () => refused(500, 'internalServerError'),
  });
  const { employeesResource } = createCampaignCard();
  await store.set(campaignsResource.loadAtom, null);
  await store.set(goalsResource.loadAtom, null);
  await store.set(employeesResource.loadAtom, 'c1');
  expect(store.get(campaignsResource.problemAtom)).toBe('Error fetching campaigns');
  expect(store.get(goalsResource.problemAtom)).toBe('error while fetching goals');
  expect(store.get(employeesResource.problemAtom)).toBe('Failed to retrieve the requested Data.');
});

test('its employees are asked for by its id', async () => {
  const { store, api } = storeWith({ [getEmployeesOfCampaign.path]: () => replied({ requestedData: [] }) });
  const { employeesResource } = createCampaignCard();
  await store.set(employeesResource.loadAtom, 'c1');
  expect(api.sent[0]?.params).toEqual({ id: 'c1' });
  expect(store.get(employeesResource.replyAtom)).toEqual({ requestedData: [] });
});

test('deleted, the message of the server is shown', async () => {
  const { store, api } = storeWith({ [deleteCampaign.path]: () => replied({ message: 'Campaign deleted' }) });
  const { deletion } = createCampaignCard();
  expect(await store.set(deletion.deleteAtom, 'c1')).toBe(true);
  expect(api.sent[0]?.params).toEqual({ id: 'c1' });
  expect(store.get(deletion.ticketsAtom)).toEqual({ error: false, errorTickets: ['Campaign deleted'] });
});

test('refused, both messages are shown, on its own card only', async () => {
  const { store } = storeWith({ [deleteCampaign.path]: () => refused(409, 'campaignHasEmployees') });
  const { deletion } = createCampaignCard();
  expect(await store.set(deletion.deleteAtom, 'c1')).toBe(false);
  expect(store.get(deletion.ticketsAtom)).toEqual({
    error: true,
    errorTickets: [messages.campaignHasEmployees, messages.couldNotDeleteCampaign],
  });
  expect(store.get(createCampaignCard().deletion.ticketsAtom).errorTickets).toEqual([]);
});
