import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { apiAtom } from '../api.atoms.ts';
import { asOfAtom } from '../as-of.atoms.ts';
import { createQuery } from './query.atoms.ts';
import type { QueryDefinition } from './query.ts';

type Reaction = Parameters<typeof createFakeApi>[0][string];
type Definition = QueryDefinition<string, typeof getCampaignsOfGoal>;

function campaignsOf(reaction: Reaction, options: Partial<Definition> = {}) {
  const store = createStore();
  const api = createFakeApi({ [getCampaignsOfGoal.path]: reaction });
  store.set(apiAtom, api);
  const definition: Definition = {
    endpoint: getCampaignsOfGoal,
    ask: (client, id) => client.call(getCampaignsOfGoal, { params: { id } }),
    ...options,
  };
  const query = createQuery(definition);
  const shown = () => store.get(query.replyAtom)?.requestedData.map(({ id }) => id);
  return { store, api, definition, query, shown };
}

const row = (id: string) => replied({ requestedData: [{ id }] });
const idIn = ({ params }: { params?: unknown }) => (params as { id: string }).id;

test('a late answer for earlier parameters does not replace a later one', async () => {
  const late = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, query, shown } = campaignsOf((sent) => (idIn(sent) === 'slow' ? late.promise : row('b')));
  const early = store.set(query.loadAtom, 'slow');
  expect(store.get(query.loadingAtom)).toBe(true);
  await store.set(query.loadAtom, 'quick');
  late.resolve(row('a'));
  await early;
  expect(shown()).toEqual(['b']);
  expect(store.get(query.loadingAtom)).toBe(false);
});

test('the answer for other parameters is not shown for these', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const answers = [row('a'), answer.promise];
  const { store, query, shown } = campaignsOf(() => answers.shift() ?? row('c'));
  await store.set(query.loadAtom, 'first');
  const second = store.set(query.loadAtom, 'second');
  expect(shown()).toBeUndefined();
  answer.resolve(row('b'));
  await second;
  expect(shown()).toEqual(['b']);
});

test('a cached answer is shown at once and fetched again', async () => {
  const answers = [row('a'), row('b'), row('a, newer')];
  const { store, query, shown } = campaignsOf(() => answers.shift() ?? row('c'));
  await store.set(query.loadAtom, 'first');
  await store.set(query.loadAtom, 'second');
  const back = store.set(query.loadAtom, 'first');
  expect(shown()).toEqual(['a']);
  expect(store.get(query.loadingAtom)).toBe(true);
  await back;
  expect(shown()).toEqual(['a, newer']);
});

test('screens with the same query share one request and its answer', async () => {
  const { store, api, definition, query } = campaignsOf(() => row('a'));
  const other = createQuery(definition);
  await Promise.all([store.set(query.loadAtom, 'one'), store.set(other.loadAtom, 'one')]);
  expect(api.sent).toHaveLength(1);
  expect(store.get(other.replyAtom)).toBe(store.get(query.replyAtom));
  await store.set(query.reloadAtom);
  expect(api.sent).toHaveLength(2);
  expect(store.get(other.replyAtom)).toBe(store.get(query.replyAtom));
});

test('an answer with `forgetOnLeave` is gone when its screen is closed', async () => {
  const { store, query, definition } = campaignsOf(() => row('a'), { forgetOnLeave: true });
  const leave = store.sub(query.replyAtom, () => undefined);
  await store.set(query.loadAtom, 'one');
  leave();
  await new Promise((resolve) => setTimeout(resolve));
  const next = createQuery(definition);
  const loading = store.set(next.loadAtom, 'one');
  expect(store.get(next.replyAtom)).toBeUndefined();
  await loading;
});

test('a failure shows its own message and leaves the last answer on the screen', async () => {
  const answers = [row('a'), refused(500, 'failedFetch'), row('b')];
  const { store, query, shown } = campaignsOf(() => answers.shift() ?? row('c'), {
    failure: 'errorFetchingCampaigns',
  });
  await store.set(query.loadAtom, 'one');
  await store.set(query.reloadAtom);
  expect(store.get(query.problemAtom)).toBe(messages.errorFetchingCampaigns);
  expect(store.get(query.errorAtom)).toBe('failedFetch');
  expect(shown()).toHaveLength(1);
  await store.set(query.reloadAtom);
  expect(store.get(query.problemAtom)).toBeNull();
  expect(store.get(query.errorAtom)).toBeNull();
});

test.each([
  ['internalServerError', 'failedFetch'],
  ['unavailable', 'failedFetch'],
  ['noSuchCampaign', 'noSuchCampaign'],
] as const)(
  'a failed query without words of its own: %s says %s',
  { tags: ['spec-8.27'] },
  async (error, said) => {
    const { store, query } = campaignsOf(() => refused(500, error));
    await store.set(query.loadAtom, 'one');
    expect(store.get(query.problemAtom)).toBe(messages[said]);
    expect(store.get(query.errorAtom)).toBe(error);
  },
);

test('a message that was closed does not hide the next one', async () => {
  const { store, query } = campaignsOf(() => refused(500, 'failedFetch'));
  await store.set(query.loadAtom, 'one');
  store.set(query.problemAtom, null);
  expect(store.get(query.problemAtom)).toBeNull();
  expect(store.get(query.errorAtom)).toBe('failedFetch');
  await store.set(query.reloadAtom);
  expect(store.get(query.problemAtom)).toBe(messages.failedFetch);
});

test('other parameters start without the failure of the former ones', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const answers = [refused(404, 'noSuchGoal'), answer.promise];
  const { store, query } = campaignsOf(() => answers.shift() ?? row('c'));
  await store.set(query.loadAtom, 'gone');
  expect(store.get(query.errorAtom)).toBe('noSuchGoal');
  const second = store.set(query.loadAtom, 'there');
  expect(store.get(query.errorAtom)).toBeNull();
  expect(store.get(query.problemAtom)).toBeNull();
  answer.resolve(row('b'));
  await second;
});

test('a reload before the first load asks for nothing', async () => {
  const { store, api, query } = campaignsOf(() => row('a'));
  await store.set(query.reloadAtom);
  expect(api.sent).toEqual([]);
});

test('a paused query shows the last answer and asks for nothing', async () => {
  const { store, api, query, shown } = campaignsOf(() => row('a'));
  await store.set(query.loadAtom, 'one');
  await store.set(query.loadAtom, 'one', { paused: true });
  expect(shown()).toEqual(['a']);
  expect(api.sent).toHaveLength(1);
});

test('an answer of the past is never shown as now, nor one of now as the past', async () => {
  const { store, query, shown } = campaignsOf(() => row('a'));
  await store.set(query.loadAtom, 'one');
  store.set(asOfAtom, '2026-03-02T12:00:00.000Z');
  expect(shown()).toBeUndefined();
  await store.set(query.loadAtom, 'one');
  expect(shown()).toEqual(['a']);
  store.set(asOfAtom, null);
  expect(shown()).toBeUndefined();
});

test('an exception of the client reaches the caller', async () => {
  const { store, query } = campaignsOf(() => {
    throw new Error('a bug');
  });
  await expect(store.set(query.loadAtom, 'one')).rejects.toThrow('a bug');
});
