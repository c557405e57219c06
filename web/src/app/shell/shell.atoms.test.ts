import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { logOutAtom, shellAlertAtom } from './shell.atoms.ts';

function shellWhere(logout: () => ReturnType<typeof replied>) {
  const store = createStore();
  store.set(apiAtom, createFakeApi({ '/logout': logout }));
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  return store;
}

test('a failed log-out says so and asks to refresh the page, and the person stays signed in', {
  tags: ['spec-3.23', 'spec-8.25'],
}, async () => {
  const store = shellWhere(() => refused(500, 'internalServerError'));
  await store.set(logOutAtom);
  expect(store.get(shellAlertAtom)).toEqual({
    isError: true,
    messages: ['Internal server errror. Please contact your administrator', 'Please refresh the page'],
  });
  expect(store.get(sessionAtom).state).toBe('signed in');
});

test('a successful log-out shows no message and ends the session', async () => {
  const store = shellWhere(() => replied({ message: 'You are signed out' }));
  await store.set(logOutAtom);
  expect(store.get(shellAlertAtom).messages).toEqual([]);
  expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'signing out' });
});
