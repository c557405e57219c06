import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  isSubscriptionActiveAtom,
  loadSessionAtom,
  noticeApiErrorAtom,
  sessionAtom,
  signOutAtom,
} from './session.atoms.ts';

function storeWith(reactions: Parameters<typeof createFakeApi>[0]) {
  const store = createStore();
  store.set(apiAtom, createFakeApi(reactions));
  return store;
}

test('the last employee of the reply is the signed-in one', { tags: ['spec-3.20'] }, async () => {
  const me = anEmployee();
  const requestedData = [anEmployee({ id: 'other' }), me];
  const store = storeWith({
    '/employees/getemployee': () => replied({ requestedData, subscriptionIsActive: true }),
  });
  await store.set(loadSessionAtom);
  expect(store.get(sessionAtom)).toEqual({ state: 'signed in', employee: me, subscriptionIsActive: true });
});

test('a refusal means signed out', { tags: ['spec-3.20'] }, async () => {
  const store = storeWith({ '/employees/getemployee': () => refused(401, 'notLoggedIn') });
  expect(await store.set(loadSessionAtom)).toEqual({ state: 'signed out' });
});

test('an outage ends no session', async () => {
  const store = storeWith({ '/employees/getemployee': () => refused(503, 'unavailable') });
  expect(await store.set(loadSessionAtom)).toEqual({ state: 'unavailable', message: messages.unavailable });
});

test('a session that ended on this page differs from one that never began', {
  tags: ['spec-4.6'],
}, async () => {
  const store = storeWith({ '/employees/getemployee': () => refused(401, 'notLoggedIn') });
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  expect(await store.set(loadSessionAtom)).toEqual({ state: 'ended', by: 'the server' });
});

test('another person who signs in elsewhere in this browser ends the session of this page', async () => {
  const requestedData = [anEmployee({ id: 'somebody else' })];
  const store = storeWith({
    '/employees/getemployee': () => replied({ requestedData, subscriptionIsActive: true }),
  });
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  expect(await store.set(loadSessionAtom)).toEqual({ state: 'ended', by: 'the server' });
});

test('a failed sign-out says so and asks for a reload', async () => {
  const store = storeWith({ '/logout': () => refused(503, 'unavailable') });
  expect(await store.set(signOutAtom)).toEqual([messages.internalServerError, messages.refreshPage]);
});

test('signing out ends the session, also when the live connection reports it before the answer', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof replied>>();
  const store = storeWith({
    '/logout': () => answer.promise,
    '/employees/getemployee': () => refused(401, 'notLoggedIn'),
  });
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  const signingOut = store.set(signOutAtom);
  expect(await store.set(loadSessionAtom)).toEqual({ state: 'ended', by: 'signing out' });
  answer.resolve(replied({ message: '' }));
  await signingOut;
  expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'signing out' });
});

test('a request that was under way at the sign-out does not change the result', async () => {
  const late = Promise.withResolvers<ReturnType<typeof refused>>();
  const store = storeWith({
    '/logout': () => replied({ message: '' }),
    '/employees/getemployee': () => late.promise,
  });
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  const asking = store.set(loadSessionAtom);
  await store.set(signOutAtom);
  late.resolve(refused(401, 'notLoggedIn'));
  expect(await asking).toEqual({ state: 'ended', by: 'signing out' });
});

test('signing out of an ended session is no failure', async () => {
  const store = storeWith({ '/logout': () => refused(401, 'notLoggedIn') });
  expect(await store.set(signOutAtom)).toEqual([]);
});

test('only a call that is refused for want of a subscription marks the session', {
  tags: ['spec-4.6'],
}, () => {
  const store = createStore();
  const signedIn = { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true } as const;
  store.set(noticeApiErrorAtom, 'subscriptionInactive');
  expect(store.get(sessionAtom)).toEqual({ state: 'unknown' });
  store.set(sessionAtom, signedIn);
  store.set(noticeApiErrorAtom, 'restricted');
  expect(store.get(sessionAtom)).toBe(signedIn);
  expect(store.get(isSubscriptionActiveAtom)).toBe(true);
  store.set(noticeApiErrorAtom, 'subscriptionInactive');
  expect(store.get(sessionAtom)).toEqual({ ...signedIn, subscriptionIsActive: false });
  expect(store.get(isSubscriptionActiveAtom)).toBe(false);
});
