import { expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';

const clock = { time: Date.now(), now: () => new Date(clock.time) };
const api = apiWorld({ clock, trustProxy: 1 });

/** A person of each of two companies with one email, and how they sign in from an address. */
async function shared() {
  const username = `${newId()}@example.test`;
  const add = async ({ manager, campaignId }: Company, password: string) => {
    const browser = await api.signedIn(manager);
    const names = { firstName: 'Ann', lastName: 'Hill', employeeRole: 'sales associate' };
    const form = { ...names, username, password, campaignId };
    expect((await browser.post('/employees/addemployee', form)).status).toBe(200);
  };
  await add(await api.company(), 'k3Jd82hQpz');
  await add(await api.company(), 'x9Kd02hQmm');
  return async (password: string, address: string, browser = api.client()) =>
    (await browser.post('/login', { username, password }, { 'x-forwarded-for': address })).status;
}

it('a person with an email that another company has cannot forgive their guesses by own sign-ins', async () => {
  const signIn = await shared();
  const guesser = api.client();
  const answers = [];
  for (let one = 0; one < 12; one += 1) {
    answers.push(await signIn('Wrong-pass1', '192.0.2.1', guesser));
    if (one < 10) expect(await signIn('x9Kd02hQmm', '192.0.2.1', guesser)).toBe(one < 9 ? 200 : 429);
  }
  expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
});

it('nor reach the password of the other one from a device that is known for them', async () => {
  const signIn = await shared();
  const browser = api.client();
  expect(await signIn('k3Jd82hQpz', '192.0.2.1', browser)).toBe(200);
  expect(await signIn('x9Kd02hQmm', '192.0.2.1', browser)).toBe(401);
  expect(await signIn('x9Kd02hQmm', '192.0.2.2')).toBe(200);
});

it('a hundred guesses of strangers refuse strangers, and not the devices of the first owner', async () => {
  const signIn = await shared();
  const browser = api.client();
  expect(await signIn('k3Jd82hQpz', '192.0.2.1', browser)).toBe(200);
  for (let one = 0; one < 100; one += 1) {
    if (one % 10 === 0) clock.time += HOUR_MS;
    expect(await signIn('Wrong-pass1', `198.51.100.${one}`)).toBe(401);
    // Own sign-ins forget none of them.
    if (one % 10 === 0) expect(await signIn('k3Jd82hQpz', '192.0.2.1', browser)).toBe(200);
  }
  expect(await signIn('x9Kd02hQmm', '192.0.2.2')).toBe(429);
  expect(await signIn('k3Jd82hQpz', '192.0.2.1', browser)).toBe(200);
});
