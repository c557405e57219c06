import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isSignOutOpen } from '../../api/open-sign-out.atoms.ts';
import { openSignOut } from '../../api/sign-out-first.ts';
import { createStorage } from '../../testing/browser-storage.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { KEPT_PERSON, writeStorage } from '../storage.ts';
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

describe('without an answer of the server', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', createStorage()));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const signedIn = { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true } as const;
  const ended = { state: 'ended', by: 'signing out' };

  test.each([
    ['no network', () => refused(0, 'unavailable')],
    ['a silent one', () => new Promise<never>(() => {})],
  ])('signing out ends the session here, and the server is told later: %s', async (_why, answer) => {
    vi.useFakeTimers();
    const store = storeWith({ '/logout': answer });
    store.set(sessionAtom, signedIn);
    const signingOut = store.set(signOutAtom);
    await vi.advanceTimersByTimeAsync(3000);
    expect([await signingOut, store.get(sessionAtom), isSignOutOpen()]).toEqual([[], ended, true]);
  });

  test.each([
    [503, 'unavailable'],
    [500, 'internalServerError'],
  ] as const)('a failure of the server, %i, is none: the person stays', async (status, error) => {
    const store = storeWith({ '/logout': () => refused(status, error) });
    store.set(sessionAtom, signedIn);
    expect(await store.set(signOutAtom)).toEqual([messages.internalServerError, messages.refreshPage]);
    expect([store.get(sessionAtom), isSignOutOpen()]).toEqual([signedIn, false]);
  });

  test('a page that opens meanwhile is that of a visitor, and one that is open ends', async () => {
    const store = storeWith({ '/employees/getemployee': () => refused(0, 'unavailable') });
    writeStorage(KEPT_PERSON, JSON.stringify(anEmployee()));
    openSignOut();
    expect(await store.set(loadSessionAtom)).toEqual({ state: 'signed out' });
    store.set(sessionAtom, signedIn);
    expect(await store.set(loadSessionAtom)).toEqual(ended);
  });

  test('a browser that forbids storage keeps the person: its next page would show them', async () => {
    vi.stubGlobal('localStorage', undefined);
    const store = storeWith({ '/logout': () => refused(0, 'unavailable') });
    store.set(sessionAtom, signedIn);
    expect(await store.set(signOutAtom)).toEqual([messages.internalServerError, messages.refreshPage]);
    expect(store.get(sessionAtom)).toEqual(signedIn);
  });
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

test.each([
  ['a refusal', refused(401, 'notLoggedIn')],
  ['the person', replied({ requestedData: [anEmployee()], subscriptionIsActive: true })],
])('a request that was under way at the sign-out does not change the result: %s', async (_what, answer) => {
  const late = Promise.withResolvers<typeof answer>();
  const store = storeWith({
    '/logout': () => replied({ message: '' }),
    '/employees/getemployee': () => late.promise,
  });
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(), subscriptionIsActive: true });
  const asking = store.set(loadSessionAtom);
  await store.set(signOutAtom);
  late.resolve(answer);
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
