import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { sessionAtom } from '../session/session.atoms.ts';
import { logOutAtom, shellTicketsAtom } from './shell.atoms.ts';

function shellWhere(logout: () => ReturnType<typeof replied>) {
  const store = createStore();
  store.set(apiAtom, createFakeApi({ '/logout': logout }));
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  return store;
}

test('a log-out that fails says so and to refresh the page, and the person stays', async () => {
  const store = shellWhere(() => refused(500, 'internalServerError'));
  await store.set(logOutAtom);
  expect(store.get(shellTicketsAtom)).toEqual({
    error: true,
    errorTickets: ['Internal server errror. Please contact your administrator', 'Please refresh the page'],
  });
  expect(store.get(sessionAtom).state).toBe('signed in');
});

test('a log-out that works says nothing and ends the session here', async () => {
  const store = shellWhere(() => replied({ message: 'You are signed out' }));
  await store.set(logOutAtom);
  expect(store.get(shellTicketsAtom).errorTickets).toEqual([]);
  expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'signing out' });
});
