import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Session } from '#contracts/endpoints/sessions.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { invalidateAfterWrites } from '../../api/cache/invalidate-after-writes.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createSigningOut, hasOtherSessionsAtom, sessionsAtom, sessionsQuery } from './own-sessions.atoms.ts';

const session = (id: string, current = false) => ({ id, current }) as Session;

function signedInAt(lists: Session[][], ending = replied({ message: messages.sessionEnded })) {
  const store = createStore();
  const api = createFakeApi({
    // Reading the list and signing out elsewhere have the same path and differ by their method.
    '/employees/sessions': () =>
      replied({ requestedData: lists.shift() ?? [], message: messages.otherSessionsEnded }),
    '/employees/sessions/{id}': () => ending,
  });
  store.set(apiAtom, api);
  invalidateAfterWrites(store);
  return { store, api };
}

test('this session is first, the others keep their order', async () => {
  const { store } = signedInAt([[session('phone'), session('here', true), session('tablet')]]);
  expect(store.get(sessionsAtom)).toBeUndefined();
  await store.set(sessionsQuery.loadAtom, null);
  expect(store.get(sessionsAtom)?.map(({ id }) => id)).toEqual(['here', 'phone', 'tablet']);
  expect(store.get(hasOtherSessionsAtom)).toBe(true);
});

test('one session is signed out by its id, and the list is loaded again', async () => {
  const { store, api } = signedInAt([[session('here', true), session('phone')], [session('here', true)]]);
  await store.set(sessionsQuery.loadAtom, null);
  const { signOutAtom, alertAtom } = createSigningOut();
  await store.set(signOutAtom, session('phone'));
  await expect.poll(() => store.get(hasOtherSessionsAtom)).toBe(false);
  expect(api.sent[1]).toMatchObject({ path: '/employees/sessions/{id}', params: { id: 'phone' } });
  expect(store.get(alertAtom)).toEqual({ isError: false, messages: ['Signed out there'] });
});

test('signing out everywhere else is one call', async () => {
  const { store, api } = signedInAt([[session('here', true), session('phone')], [], [session('here', true)]]);
  await store.set(sessionsQuery.loadAtom, null);
  const { signOutAtom, alertAtom } = createSigningOut();
  await store.set(signOutAtom, 'everywhere else');
  await expect.poll(() => store.get(hasOtherSessionsAtom)).toBe(false);
  expect(api.sent.map(({ path }) => path)).toEqual(Array(3).fill('/employees/sessions'));
  expect(store.get(alertAtom).messages).toEqual(['Signed out everywhere else']);
});

test('a session that has ended meanwhile shows an error and leaves the list', async () => {
  const lists = [[session('here', true), session('phone')], [session('here', true)]];
  const { store } = signedInAt(lists, refused(404, 'noSuchSession'));
  await store.set(sessionsQuery.loadAtom, null);
  const { signOutAtom, alertAtom } = createSigningOut();
  await store.set(signOutAtom, session('phone'));
  await expect.poll(() => store.get(hasOtherSessionsAtom)).toBe(false);
  expect(store.get(alertAtom)).toEqual({ isError: true, messages: [messages.noSuchSession] });
});
