import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../app/clock.atoms.ts';
import { sessionAtom } from '../../app/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { signInForm } from './sign-in.atoms.ts';

const { draftAtom, typeAtom, refusedAtom, ticketsAtom, submitAtom } = signInForm;

const known = () => replied({ requestedData: [anEmployee()], subscriptionIsActive: true });

function signInWith(login: ReturnType<typeof replied>, employee = known()) {
  const store = createStore();
  const api = createFakeApi({
    '/login': () => login,
    '/employees/getemployee': () => employee,
  });
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'Europe/Berlin');
  store.set(typeAtom, { email: ' priya@example.test ', password: 'Secret-1' });
  return { store, api };
}

describe('signing in', () => {
  test('sends the address, the password and the time zone, and forgets the password', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    expect(await store.set(submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({
      username: 'priya@example.test',
      password: 'Secret-1',
      tz: 'Europe/Berlin',
    });
    expect(store.get(draftAtom).password).toBe('');
  });

  test.each(['', 'priya', 'priya@example', 'a b@example.test'])('asks nobody about %j', async (email) => {
    const { store, api } = signInWith(replied({}));
    store.set(typeAtom, { email });
    expect(await store.set(submitAtom)).toBeNull();
    expect(store.get(ticketsAtom)).toEqual({ error: true, errorTickets: [messages.invalidEmail] });
    expect(store.get(refusedAtom)).toEqual(['email']);
    expect(api.sent).toEqual([]);
  });

  test('with a wrong pair says so, marks both fields and keeps what was typed', async () => {
    const { store } = signInWith(refused(401, 'failedLogin'));
    expect(await store.set(submitAtom)).toBeNull();
    expect(store.get(ticketsAtom).errorTickets).toEqual(['Wrong email or password']);
    expect(store.get(refusedAtom)).toEqual(['password', 'email']);
    expect(store.get(draftAtom)).toEqual({ email: ' priya@example.test ', password: 'Secret-1' });
  });

  test('too often says what to do and marks nothing', async () => {
    const { store } = signInWith(refused(429, 'tooManyRequests'));
    await store.set(submitAtom);
    expect(store.get(ticketsAtom).errorTickets).toEqual([messages.tooManyRequests, messages.failedLogin]);
    expect(store.get(refusedAtom)).toEqual([]);
  });

  test('that fails for a reason of the server tells both', async () => {
    const { store } = signInWith(refused(500, 'internalServerError'));
    await store.set(submitAtom);
    expect(store.get(ticketsAtom).errorTickets).toEqual([
      messages.internalServerError,
      'Wrong email or password',
    ]);
  });

  test('during an outage tells it first', async () => {
    const { store } = signInWith(refused(0, 'unavailable'));
    await store.set(submitAtom);
    expect(store.get(ticketsAtom).errorTickets).toEqual([messages.unavailable, messages.failedLogin]);
  });

  test.each([
    [refused(0, 'unavailable'), [messages.unavailable, messages.failedLogin]],
    [refused(401, 'notLoggedIn'), [messages.failedLogin]],
  ])('is not done while who it is cannot be known: %#', async (employee, told) => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }), employee);
    expect(await store.set(submitAtom)).toBeNull();
    expect(api.sent).toHaveLength(2);
    expect(store.get(ticketsAtom)).toEqual({ error: true, errorTickets: told });
  });

  test('after somebody else on this page leaves the rest to the guard, which loads it anew', async () => {
    const { store } = signInWith(replied({ message: '', isLoggedIn: true }));
    store.set(sessionAtom, {
      state: 'signed in',
      employee: anEmployee({ id: 'somebody else' }),
      subscriptionIsActive: true,
    });
    expect(await store.set(submitAtom)).not.toBeNull();
    expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'the server' });
  });

  test('pressed twice asks once', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    const both = await Promise.all([store.set(submitAtom), store.set(submitAtom)]);
    expect(both[1]).toBeNull();
    expect(api.sent.filter(({ path }) => path === '/login')).toHaveLength(1);
  });
});
