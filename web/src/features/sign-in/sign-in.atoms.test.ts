import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { sessionAtom } from '../../app/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { credentialsAtom, refusedFieldAtom, signInAtom, signInTicketsAtom } from './sign-in.atoms.ts';

function signInWith(login: ReturnType<typeof replied>) {
  const store = createStore();
  const api = createFakeApi({
    '/login': () => login,
    '/employees/getemployee': () => replied({ requestedData: [anEmployee()], subscriptionIsActive: true }),
  });
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'Europe/Berlin');
  store.set(credentialsAtom, { email: ' priya@example.test ', password: 'Secret-1' });
  return { store, api };
}

describe('signing in', () => {
  test('sends the address, the password and the time zone, and forgets the password', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    expect(await store.set(signInAtom)).toBe(true);
    expect(api.sent[0]?.body).toEqual({
      username: 'priya@example.test',
      password: 'Secret-1',
      tz: 'Europe/Berlin',
    });
    expect(store.get(credentialsAtom).password).toBe('');
  });

  test.each(['', 'priya', 'priya@example', 'a b@example.test'])('asks nobody about %j', async (email) => {
    const { store, api } = signInWith(replied({}));
    store.set(credentialsAtom, { email, password: 'x' });
    expect(await store.set(signInAtom)).toBe(false);
    expect(store.get(signInTicketsAtom)).toEqual({ error: true, errorTickets: [messages.invalidEmail] });
    expect(store.get(refusedFieldAtom)).toBe('email');
    expect(api.sent).toEqual([]);
  });

  test('with a wrong pair says so, marks both fields and keeps what was typed', async () => {
    const { store } = signInWith(refused(401, 'failedLogin'));
    expect(await store.set(signInAtom)).toBe(false);
    expect(store.get(signInTicketsAtom).errorTickets).toEqual(['Wrong email or password']);
    expect(store.get(refusedFieldAtom)).toBe('both');
    expect(store.get(credentialsAtom).email).toBe(' priya@example.test ');
  });

  test('too often says what to do and marks nothing', async () => {
    const { store } = signInWith(refused(429, 'tooManyRequests'));
    await store.set(signInAtom);
    expect(store.get(signInTicketsAtom).errorTickets).toEqual([messages.tooManyRequests]);
    expect(store.get(refusedFieldAtom)).toBeNull();
  });

  test('after somebody else on this page leaves the rest to the guard, which loads it anew', async () => {
    const { store } = signInWith(replied({ message: '', isLoggedIn: true }));
    store.set(sessionAtom, {
      state: 'signed in',
      employee: anEmployee({ id: 'somebody else' }),
      subscriptionIsActive: true,
    });
    expect(await store.set(signInAtom)).toBe(true);
    expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'the server' });
  });

  test('pressed twice asks once', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    const both = await Promise.all([store.set(signInAtom), store.set(signInAtom)]);
    expect(both).toEqual([true, false]);
    expect(api.sent.filter(({ path }) => path === '/login')).toHaveLength(1);
  });
});
