import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, type SeededPerson } from '#tests/support/servers/seed-company.ts';
import { mailedCode } from './mailed-code.ts';
import { resetting } from './reset-world.ts';

/** Behind a proxy that names the client's address. */
const api = apiWorld({ trustProxy: 1 });
let person: SeededPerson;
beforeEach(async () => {
  await api.pool.query('DELETE FROM rate_limits');
  await api.pool.query('DELETE FROM sign_in_failures');
  person = (await api.company()).associate;
});

/** The same browser at that address. */
function at(address: string, browser: HttpClient = api.client()): HttpClient {
  const headers = { 'x-forwarded-for': address };
  const send: HttpClient['send'] = (method, path, body, more) =>
    browser.send(method, path, body, { ...headers, ...more });
  return {
    ...browser,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
  };
}
const strangerAt = (number: number) => at(`198.51.100.${number}`);
const HOME = '203.0.113.1';
const CAFE = '192.0.2.1';
const OFFICE = '192.0.2.2';

const signIn = (browser: HttpClient, password = PASSWORD) =>
  browser.post('/login', { username: person.email, password });

describe('signing in, while strangers guess the password', () => {
  async function attack(): Promise<void> {
    for (let number = 0; number < 11; number += 1) await signIn(strangerAt(number), 'Wrong-pass1');
    expect((await signIn(strangerAt(200))).status).toBe(429);
  }

  it('still works from anywhere in a browser that the person signed in with', {
    tags: ['asvs-6.3.1'],
  }, async () => {
    const browser = api.client();
    expect((await signIn(at(HOME, browser))).status).toBe(200);
    await at(HOME, browser).delete('/logout');
    await attack();
    expect((await signIn(at(CAFE))).status).toBe(429);
    expect((await signIn(at(CAFE, browser))).status).toBe(200);
  });

  it('still works in the network where the person signed in', async () => {
    expect((await signIn(at('2001:db8:1:2::1'))).status).toBe(200);
    await attack();
    expect((await signIn(at('2001:db8:1:2:ffff::7'))).status).toBe(200);
    expect((await signIn(at('2001:db8:1:3::7'))).status).toBe(429);
  });

  it('fails in a network where the person has not signed in for thirty days', async () => {
    const aged = (days: number) =>
      api.pool.query(`UPDATE sessions SET created_at = created_at - $1 * interval '1 day'`, [days]);
    expect((await signIn(at(HOME))).status).toBe(200);
    await attack();
    await aged(29);
    expect((await signIn(at(HOME))).status).toBe(200);
    await aged(31);
    expect((await signIn(at(HOME))).status).toBe(429);
  });

  it('still works in a known browser when the same network is used for guessing', {
    tags: ['reliability-36', 'decision-9.30'],
  }, async () => {
    const browser = api.client();
    expect((await signIn(at(OFFICE, browser))).status).toBe(200);
    const guesses = Array.from({ length: 100 }, (_, one) =>
      at(OFFICE).post('/login', { username: `somebody${one}@example.test`, password: 'Wrong-pass1' }),
    );
    await Promise.all(guesses);
    expect((await signIn(at(OFFICE))).status).toBe(429);
    expect((await signIn(at(OFFICE, browser))).status).toBe(200);
  });

  it('still works in the browser used to reset the password', async () => {
    await attack();
    const browser = at(CAFE);
    const chosen = 'Quiet.otter';
    expect((await resetting(browser, api.pool).whole(person.email, chosen)).status).toBe(200);
    expect((await signIn(browser, chosen)).status).toBe(200);
  });

  it('does not accept a forged device cookie, or one of another person', {
    tags: ['asvs-6.3.1'],
  }, async () => {
    await attack();
    const { colleague } = await api.company();
    const browser = api.client();
    await at(HOME, browser).post('/login', { username: colleague.email, password: PASSWORD });
    expect(browser.cookies.has('tb_device')).toBe(true);
    expect((await signIn(at(CAFE, browser))).status).toBe(429);
    browser.cookies.set('tb_device', 'a'.repeat(43));
    expect((await signIn(at(CAFE, browser))).status).toBe(429);
  });
});

describe('a code for a new password, while strangers ask for codes', () => {
  /** Asks from enough addresses to use up the shared limit for strangers. */
  async function attack(): Promise<void> {
    const replies = [];
    for (let number = 0; number < 16; number += 1)
      replies.push(await resetting(strangerAt(number), api.pool).ask(person.email));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(15);
  }

  it('is limited to five a day per network, also across a restart, and the refusal says when to retry', {
    tags: ['asvs-6.6.3', 'decision-4.10'],
  }, async () => {
    const browser = at(CAFE);
    const { ask, again } = resetting(browser, api.pool);
    for (let times = 0; times < 5; times += 1) expect((await again(person.email)).status).toBe(200);
    const refused = await ask(person.email);
    expect(refused).toMatchObject({ status: 429, body: { error: 'tooManyRequests' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const restarted = await startApi(api.databaseUrl, { trustProxy: 1 });
    const reply = await restarted
      .client()
      .post('/employees/confirmemail', { username: person.email }, { 'x-forwarded-for': CAFE });
    expect(reply.status).toBe(429);
    await restarted.close();
    // A network elsewhere is not affected.
    expect((await resetting(at(HOME), api.pool).ask(person.email)).status).toBe(200);
    await api.pool.query('UPDATE rate_limits SET expire = 0');
    expect((await ask(person.email)).status).toBe(200);
  });

  it('is counted for an unknown email, too', { tags: ['decision-4.24'] }, async () => {
    const { ask } = resetting(at(CAFE), api.pool);
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await ask('nobody@example.test')).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  });

  it('is sent to a browser and a network where the person signed in', { tags: ['asvs-6.3.1'] }, async () => {
    const browser = api.client();
    await signIn(at(HOME, browser));
    await attack();
    expect((await resetting(at(CAFE), api.pool).ask(person.email)).status).toBe(429);
    expect((await resetting(at(CAFE, browser), api.pool).whole(person.email)).status).toBe(200);
    expect((await resetting(at(HOME), api.pool).ask(person.email)).status).toBe(200);
  });

  it('stays valid when a stranger asks for another one', async () => {
    const { ask, verify } = resetting(at(HOME), api.pool);
    const { otpId } = (await ask(person.email)).body;
    const theirs = await resetting(strangerAt(1), api.pool).ask(person.email);
    expect(theirs.status).toBe(200);
    expect((await verify(otpId, await mailedCode(api.pool, otpId))).status).toBe(200);
  });

  it('can be tried in a network that was used to guess codes all day', async () => {
    const { ask, verify } = resetting(at(HOME), api.pool);
    const { otpId } = (await ask(person.email)).body;
    const guesses = await Promise.all(
      Array.from({ length: 110 }, () => resetting(at(HOME), api.pool).verify('x'.repeat(43), '123456')),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(guesses.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await verify(otpId, await mailedCode(api.pool, otpId))).status).toBe(200);
  });

  it('is limited to a hundred requests an hour per network, whatever the email', {
    tags: ['decision-4.24'],
  }, async () => {
    const asking = Array.from({ length: 105 }, (_, one) =>
      resetting(at(CAFE), api.pool).ask(`nobody${one}@example.test`),
    );
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

it("the client's own claim of its address counts only behind a trusted proxy", {
  tags: ['decision-9.32'],
}, async () => {
  const open = await startApi(api.databaseUrl);
  const asking = [];
  for (let number = 0; number < 6; number += 1)
    asking.push(
      await open
        .client()
        .post(
          '/employees/confirmemail',
          { username: 'nobody-else@example.test' },
          { 'x-forwarded-for': `198.51.100.${number}` },
        ),
    );
  expect(asking.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 429]);
  await open.close();
});
