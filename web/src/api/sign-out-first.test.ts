import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLoggedIn, login, logout } from '#contracts/endpoints/auth.endpoints.ts';
import { createStorage } from '../testing/browser-storage.ts';
import { createFakeApi, refused, replied } from '../testing/fake-api.ts';
import { isSignOutOpen } from './open-sign-out.atoms.ts';
import { openSignOut, signsOutFirst } from './sign-out-first.ts';

beforeEach(() => void vi.stubGlobal('localStorage', createStorage()));
afterEach(() => void vi.unstubAllGlobals());

const done = () => replied({ message: '' });
const credentials = { username: 'bob@example.test', password: 'Secret-1' };

function pageWith(answer = done) {
  const api = createFakeApi({ '/logout': answer, '/login': done, '/employees/is-logged-in': done });
  return { client: signsOutFirst(api), sent: () => api.sent.map(({ path }) => path) };
}

test.each([
  ['ended now', done],
  ['had ended before', () => refused(401, 'notLoggedIn')],
])('the former session ends before the next sign-in, once: it %s', async (_how, answer) => {
  openSignOut();
  const page = pageWith(answer);
  const signingIn = page.client.call(login, { body: credentials });
  const asking = page.client.call(isLoggedIn, {});
  expect([(await signingIn).ok, (await asking).ok]).toEqual([true, true]);
  expect(page.sent()[0]).toBe('/logout');
  expect(page.sent().filter((path) => path === '/logout')).toHaveLength(1);
  expect(isSignOutOpen()).toBe(false);
});

test.each([
  ['without a network', () => refused(0, 'unavailable')],
  ['while the server fails', () => refused(500, 'internalServerError')],
])('%s nothing is asked in the former session', async (_when, answer) => {
  openSignOut();
  const page = pageWith(answer);
  expect(await page.client.call(isLoggedIn, {})).toMatchObject({
    ok: false,
    status: 0,
    error: 'unavailable',
  });
  expect(page.sent()).toEqual(['/logout']);
  expect(isSignOutOpen()).toBe(true);
});

test('without an open sign-out calls pass, and a log-out closes it', async () => {
  const page = pageWith();
  await page.client.call(isLoggedIn, {});
  openSignOut();
  await page.client.call(logout, {});
  await page.client.call(isLoggedIn, {});
  expect(page.sent()).toEqual(['/employees/is-logged-in', '/logout', '/employees/is-logged-in']);
});
