import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { asksForOwnAtom, signInForm } from './sign-in.atoms.ts';

const { draftAtom, typeAtom, refusedAtom, alertAtom, submitAtom } = signInForm;

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
  test('sends the address, the password and the time zone, and clears the password', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    expect(await store.set(submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({
      username: 'priya@example.test',
      password: 'Secret-1',
      tz: 'Europe/Berlin',
    });
    expect(store.get(draftAtom).password).toBe('');
  });

  test.each(['', 'priya', 'priya@example', 'a b@example.test'])('sends no request for %j', async (email) => {
    const { store, api } = signInWith(replied({}));
    store.set(typeAtom, { email });
    expect(await store.set(submitAtom)).toBeNull();
    expect(store.get(alertAtom)).toEqual({ isError: true, messages: [messages.invalidEmail] });
    expect(store.get(refusedAtom)).toEqual(['email']);
    expect(api.sent).toEqual([]);
  });

  test('with wrong credentials says so, marks both fields and keeps the draft', async () => {
    const { store } = signInWith(refused(401, 'failedLogin'));
    expect(await store.set(submitAtom)).toBeNull();
    expect(store.get(alertAtom).messages).toEqual(['Wrong email or password']);
    expect(store.get(refusedAtom)).toEqual(['password', 'email']);
    expect(store.get(draftAtom)).toEqual({
      email: ' priya@example.test ',
      password: 'Secret-1',
      newPassword: '',
    });
  });

  test('too often shows what to do and marks no field', async () => {
    const { store } = signInWith(refused(429, 'tooManyRequests'));
    await store.set(submitAtom);
    expect(store.get(alertAtom).messages).toEqual([messages.tooManyRequests, messages.failedLogin]);
    expect(store.get(refusedAtom)).toEqual([]);
  });

  test('that fails on the server shows both messages', async () => {
    const { store } = signInWith(refused(500, 'internalServerError'));
    await store.set(submitAtom);
    expect(store.get(alertAtom).messages).toEqual([messages.internalServerError, 'Wrong email or password']);
  });

  test('during an outage shows that first', async () => {
    const { store } = signInWith(refused(0, 'unavailable'));
    await store.set(submitAtom);
    expect(store.get(alertAtom).messages).toEqual([messages.unavailable, messages.failedLogin]);
  });

  test.each([
    [refused(0, 'unavailable'), [messages.unavailable, messages.failedLogin]],
    [refused(401, 'notLoggedIn'), [messages.failedLogin]],
  ])('fails while the employee cannot be loaded: %#', async (employee, shown) => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }), employee);
    expect(await store.set(submitAtom)).toBeNull();
    expect(api.sent).toHaveLength(2);
    expect(store.get(alertAtom)).toEqual({ isError: true, messages: shown });
  });

  test('after another person on this page makes the guard reload the page', async () => {
    const { store } = signInWith(replied({ message: '', isLoggedIn: true }));
    store.set(sessionAtom, {
      state: 'signed in',
      employee: anEmployee({ id: 'somebody else' }),
      subscriptionIsActive: true,
    });
    expect(await store.set(submitAtom)).not.toBeNull();
    expect(store.get(sessionAtom)).toEqual({ state: 'ended', by: 'the server' });
  });

  test('with a first password shows a field for another one where the company asks for it', async () => {
    const { store, api } = signInWith(refused(403, 'ownPasswordRequired'));
    await store.set(submitAtom);
    expect(store.get(alertAtom).messages).toEqual([messages.ownPasswordRequired]);
    expect([store.get(asksForOwnAtom), store.get(refusedAtom)]).toEqual([true, ['newPassword']]);
    store.set(typeAtom, { newPassword: 'Quiet.otter7' });
    await store.set(submitAtom);
    expect(api.sent.at(-1)?.body).toMatchObject({ password: 'Secret-1', newPassword: 'Quiet.otter7' });
  });

  test('sends one request for two presses', async () => {
    const { store, api } = signInWith(replied({ message: '', isLoggedIn: true }));
    const both = await Promise.all([store.set(submitAtom), store.set(submitAtom)]);
    expect(both[1]).toBeNull();
    expect(api.sent.filter(({ path }) => path === '/login')).toHaveLength(1);
  });
});
