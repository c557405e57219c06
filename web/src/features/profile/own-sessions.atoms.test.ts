import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { Session } from '#contracts/endpoints/sessions.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createSigningOut, hasOthersAtom, sessionsAtom, sessionsResource } from './own-sessions.atoms.ts';

const session = (id: string, current = false) => ({ id, current }) as Session;

function signedInAt(lists: Session[][], ending = replied({ message: messages.sessionEnded })) {
  const store = createStore();
  const api = createFakeApi({
    // Of reading and of ending the others alike, which are told apart by their method only.
    '/employees/sessions': () =>
      replied({ requestedData: lists.shift() ?? [], message: messages.otherSessionsEnded }),
    '/employees/sessions/{id}': () => ending,
  });
  store.set(apiAtom, api);
  return { store, api };
}

test('this one stands first, the others as they came', async () => {
  const { store } = signedInAt([[session('phone'), session('here', true), session('tablet')]]);
  expect(store.get(sessionsAtom)).toBeUndefined();
  await store.set(sessionsResource.loadAtom, null);
  expect(store.get(sessionsAtom)?.map(({ id }) => id)).toEqual(['here', 'phone', 'tablet']);
  expect(store.get(hasOthersAtom)).toBe(true);
});

test('one is signed out by its id, and the list is asked for again', async () => {
  const { store, api } = signedInAt([[session('here', true), session('phone')], [session('here', true)]]);
  await store.set(sessionsResource.loadAtom, null);
  const { signOutAtom, ticketsAtom } = createSigningOut();
  await store.set(signOutAtom, session('phone'));
  expect(api.sent[1]).toMatchObject({ path: '/employees/sessions/{id}', params: { id: 'phone' } });
  expect(store.get(ticketsAtom)).toEqual({ error: false, errorTickets: ['Signed out there'] });
  expect(store.get(hasOthersAtom)).toBe(false);
});

test('everywhere else is one call', async () => {
  const { store, api } = signedInAt([[session('here', true), session('phone')], [], [session('here', true)]]);
  await store.set(sessionsResource.loadAtom, null);
  const { signOutAtom, ticketsAtom } = createSigningOut();
  await store.set(signOutAtom, 'everywhere else');
  expect(api.sent.map(({ path }) => path)).toEqual(Array(3).fill('/employees/sessions'));
  expect(store.get(ticketsAtom).errorTickets).toEqual(['Signed out everywhere else']);
  expect(store.get(hasOthersAtom)).toBe(false);
});

test('one that has ended meanwhile is told, and is gone from the list', async () => {
  const lists = [[session('here', true), session('phone')], [session('here', true)]];
  const { store } = signedInAt(lists, refused(404, 'noSuchSession'));
  await store.set(sessionsResource.loadAtom, null);
  const { signOutAtom, ticketsAtom } = createSigningOut();
  await store.set(signOutAtom, session('phone'));
  expect(store.get(ticketsAtom)).toEqual({ error: true, errorTickets: [messages.noSuchSession] });
  expect(store.get(hasOthersAtom)).toBe(false);
});
