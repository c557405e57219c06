import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contracts/local-date.ts';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import { codeOf } from './factor-source.ts';

const clock = { time: Date.now(), now: () => new Date(clock.time) };
const ORIGIN = 'https://sales.example.test';
const api = apiWorld({ clock, trustProxy: 1, publicUrl: ORIGIN });

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
  const signIn = async (password: string, address: string, browser = api.client()) =>
    (await browser.post('/login', { username, password }, { 'x-forwarded-for': address })).status;
  /** As many guesses of strangers as are refused, less `left`. */
  const guessed = (left = 0) =>
    api.pool.query(
      `UPDATE accounts a SET guesses_in_a_row = 100 - $2 FROM emails e
        WHERE e.email = $1 AND (a.company_id, a.employee_id) = (e.company_id, e.employee_id)`,
      [username, left],
    );
  return Object.assign(signIn, { guessed });
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

it.each([
  ['first', 'k3Jd82hQpz', 'x9Kd02hQmm'],
  ['second', 'x9Kd02hQmm', 'k3Jd82hQpz'],
])(
  'nor forget guesses by a passkey or a code of the app, the %s person with the email',
  async (_, own, other) => {
    const signIn = await shared();
    const browser = api.client();
    expect(await signIn(own, '192.0.2.1', browser)).toBe(200);
    const passkey = createSoftwarePasskey(ORIGIN);
    const { options } = (await browser.post('/employees/passkeys/options')).body;
    await browser.post('/employees/passkeys', { credential: passkey.create(options) });
    const { secret } = (await browser.post('/employees/authenticator/options')).body;
    const app = { code: codeOf(secret, clock.now()) };
    expect((await browser.post('/employees/authenticator', app)).status).toBe(200);

    await signIn.guessed(1);
    const stranger = api.client();
    expect(await signIn(own, '192.0.2.2', stranger)).toBe(200);
    clock.time += MINUTE_MS;
    const code = { code: codeOf(secret, clock.now()) };
    expect((await stranger.post('/login/second-step', code)).status).toBe(200);
    const asked = (await browser.post('/login/passkey/options')).body.options;
    const credential = passkey.prove(asked);
    expect((await api.client().post('/login/passkey', { credential })).status).toBe(200);
    expect(await signIn('Wrong-pass1', '192.0.2.3')).toBe(401);
    expect(await signIn(other, '192.0.2.4')).toBe(429);
  },
);
