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

it('nor pass the hundred guesses in a row, by a known device or the first of both', async () => {
  const signIn = await shared();
  const devices = ['k3Jd82hQpz', 'x9Kd02hQmm'] as const;
  const browser = api.client();
  let guesses = 0;
  for (let round = 0; round < 13; round += 1) {
    clock.time += HOUR_MS;
    const own = devices[round % 2] ?? '';
    const isOpen = (await signIn(own, '192.0.2.1', browser)) === 200;
    for (let one = 0; one < 9; one += 1)
      if ((await signIn('Wrong-pass1', '192.0.2.1', browser)) === 401) guesses += 1;
    if (!isOpen) break;
  }
  expect(guesses).toBeLessThanOrEqual(100);
});
