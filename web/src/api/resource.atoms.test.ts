import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { createFakeApi, refused, replied } from '../testing/fake-api.ts';
import { apiAtom } from './api.atoms.ts';
import { createResource } from './resource.atoms.ts';

type Reaction = Parameters<typeof createFakeApi>[0][string];

function campaignsOf(reaction: Reaction, failure?: 'errorFetchingCampaigns') {
  const store = createStore();
  const api = createFakeApi({ [getCampaignsOfGoal.path]: reaction });
  store.set(apiAtom, api);
  const resource = createResource({
    ask: (client, id: string) => client.call(getCampaignsOfGoal, { params: { id } }),
    ...(failure && { failure }),
  });
  return { store, api, resource };
}

const row = (id: string) => replied({ requestedData: [{ id }] });

test('a late answer to an earlier question does not replace a later one', async () => {
  const late = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, resource } = campaignsOf(({ params }) =>
    (params as { id: string }).id === 'slow' ? late.promise : row('b'),
  );
  const early = store.set(resource.loadAtom, 'slow');
  expect(store.get(resource.loadingAtom)).toBe(true);
  await store.set(resource.loadAtom, 'quick');
  late.resolve(row('a'));
  await early;
  expect(store.get(resource.replyAtom)?.requestedData[0]?.id).toBe('b');
  expect(store.get(resource.loadingAtom)).toBe(false);
});

test('the answer to another question is not shown for this one', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const answers = [row('a'), answer.promise];
  const { store, resource } = campaignsOf(() => answers.shift() ?? row('c'));
  await store.set(resource.loadAtom, 'first');
  const second = store.set(resource.loadAtom, 'second');
  expect(store.get(resource.replyAtom)).toBeUndefined();
  answer.resolve(row('b'));
  await second;
  expect(store.get(resource.replyAtom)?.requestedData[0]?.id).toBe('b');
});

test('a failure is told in its own words and leaves what is known on show', async () => {
  const answers = [row('a'), refused(500, 'failedFetch'), row('b')];
  const { store, resource } = campaignsOf(() => answers.shift() ?? row('c'), 'errorFetchingCampaigns');
  await store.set(resource.loadAtom, 'one');
  await store.set(resource.reloadAtom);
  expect(store.get(resource.problemAtom)).toBe(messages.errorFetchingCampaigns);
  expect(store.get(resource.errorAtom)).toBe('failedFetch');
  expect(store.get(resource.replyAtom)?.requestedData).toHaveLength(1);
  await store.set(resource.reloadAtom);
  expect(store.get(resource.problemAtom)).toBeNull();
  expect(store.get(resource.errorAtom)).toBeNull();
});

test('another question begins without the failure of the one before', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const answers = [refused(404, 'noSuchGoal'), answer.promise];
  const { store, resource } = campaignsOf(() => answers.shift() ?? row('c'));
  await store.set(resource.loadAtom, 'gone');
  expect(store.get(resource.errorAtom)).toBe('noSuchGoal');
  const second = store.set(resource.loadAtom, 'there');
  expect(store.get(resource.errorAtom)).toBeNull();
  expect(store.get(resource.problemAtom)).toBeNull();
  answer.resolve(row('b'));
  await second;
});

test('nothing is asked again before something was asked', async () => {
  const { store, api, resource } = campaignsOf(() => row('a'));
  await store.set(resource.reloadAtom);
  expect(api.sent).toEqual([]);
});
