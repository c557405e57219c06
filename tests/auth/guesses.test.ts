import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/local-date.ts';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { resetting } from './reset-world.ts';

const clock = { time: Date.now(), now: () => new Date(clock.time) };
const api = apiWorld({ clock, trustProxy: 1 });
let company: Company;
beforeEach(async () => {
  company = await api.company();
  clock.time += HOUR_MS;
});

const email = () => company.associate.email;
const from = (address: string) => ({ 'x-forwarded-for': address });
const KNOWN = '203.0.113.1';

const signIn = (password = PASSWORD, address = '192.0.2.1', at = api, browser = at.client()) =>
  browser.post('/login', { username: email(), password }, from(address));

/** Wrong passwords from other addresses, ten in fifteen minutes; the last answer. */
async function guess(times: number): Promise<number> {
  let status = 0;
  for (let one = 0; one < times; one += 1) {
    if (one % 10 === 0) clock.time += HOUR_MS;
    status = (await signIn('Wrong-pass1', `198.51.100.${one}`)).status;
  }
  return status;
}

describe('guesses of strangers at a password, for days,', () => {
  it('are refused after a hundred failures in a row, with the right one, too, after a restart and in other processes', {
    tags: ['asvs-6.3.1'],
  }, async () => {
    expect(await guess(100)).toBe(401);
    clock.time += 30 * 24 * HOUR_MS;
    const refused = await signIn();
    expect(refused).toMatchObject({ status: 429, body: { error: 'tooManyGuesses' } });
    expect(refused.headers.has('retry-after')).toBe(false);
    const restarted = await startApi(api.databaseUrl, { clock, trustProxy: 1 });
    expect((await signIn(PASSWORD, '192.0.2.2', restarted as typeof api)).status).toBe(429);
    await restarted.close();
  });

  it('begin anew after a sign-in from a known network, which is never refused for them', async () => {
    expect((await signIn(PASSWORD, KNOWN)).status).toBe(200);
    await guess(100);
    clock.time += HOUR_MS;
    expect((await signIn()).status).toBe(429);
    expect((await signIn(PASSWORD, KNOWN)).status).toBe(200);
    // A refusal is remembered for a second.
    clock.time += 1000;
    expect((await signIn()).status).toBe(200);
  });

  it('begin anew after a new password', async () => {
    await guess(100);
    const chosen = 'Quiet.otter';
    expect((await resetting(api.client(), api.pool).whole(email(), chosen)).status).toBe(200);
    clock.time += HOUR_MS;
    expect((await signIn(chosen)).status).toBe(200);
  });

  it('begin anew after they signed in', async () => {
    await guess(99);
    clock.time += HOUR_MS;
    expect((await signIn()).status).toBe(200);
    expect(await guess(100)).toBe(401);
  });
});
