import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import { createHttpClient, type HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import { codeOf } from './factor-source.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const ORIGIN = 'https://sales.example.test';
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const options = { clock, publicUrl: ORIGIN, trustProxy: 1 } as const;
const api = apiWorld(options);
let company: Company;
let browser: HttpClient;
beforeEach(async () => {
  await api.pool.query('DELETE FROM sign_in_failures');
  clock.time += 60 * MINUTE_MS;
  company = await api.company();
  browser = await api.signedIn(company.associate);
});

async function withApp(of = browser) {
  const { secret, link } = (await of.post('/employees/authenticator/options')).body;
  const added = await of.post('/employees/authenticator', { code: codeOf(secret, clock.now()) });
  expect(added).toMatchObject({ status: 200, body: { message: 'Authenticator app set up' } });
  const code = (ahead = 0) => codeOf(secret, new Date(clock.time + ahead * STEP_MS));
  return { secret, link, code, recoveryCodes: added.body.recoveryCodes as string[] };
}

async function afterPassword(client = api.client(), password = PASSWORD) {
  const form = { username: company.associate.email, password };
  return { client, reply: await client.post('/login', form) };
}
const complete = (client: HttpClient, code: string, from = '203.0.113.5') =>
  client.post('/login/second-step', { code }, { 'x-forwarded-for': from });
const isIn = async (client: HttpClient) => (await client.get('/employees/is-logged-in')).body.isLoggedIn;
const own = async () => (await browser.get('/employees/second-factor')).body;
const REFUSED = { status: 401, body: { error: 'wrongFactorCode' } };

async function subjects(): Promise<string[]> {
  const { rows } = await api.pool.query(
    `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1 ORDER BY posted_at, id`,
    [company.associate.email],
  );
  return rows.map(({ subject }) => subject.replace(': your Tallyboard', ''));
}

describe('a sign-in by password of a person with an authenticator app', () => {
  it('needs a code, and is none before', { tags: ['asvs-6.3.3', 'asvs-7.2.4'] }, async () => {
    const { link, code } = await withApp();
    expect(link).toMatch(/^otpauth:\/\/totp\/Tallyboard:/);
    clock.time += STEP_MS;
    const { client, reply } = await afterPassword();
    expect(reply).toMatchObject({
      status: 200,
      body: { isLoggedIn: false, secondStep: { code: true, passkey: false } },
    });
    expect(await isIn(client)).toBe(false);
    expect(client.cookies.has('tb_session')).toBe(false);
    expect(await complete(api.client(), code())).toMatchObject({ body: { error: 'secondStepEnded' } });
    expect(await complete(client, '000000')).toMatchObject(REFUSED);
    expect(await isIn(client)).toBe(false);
    expect(await complete(client, code())).toMatchObject({ status: 200, body: { isLoggedIn: true } });
    expect(await isIn(client)).toBe(true);
    expect((await complete(client, code(1))).body.error).toBe('secondStepEnded');
    expect(await subjects()).toEqual(['An authenticator app was set up']);
  });

  it('takes each code once, also in two processes at one moment', {
    tags: ['asvs-6.5.1'],
  }, async () => {
    const { code } = await withApp();
    const first = await afterPassword();
    // That of the set-up was used there.
    expect(await complete(first.client, code())).toMatchObject(REFUSED);
    clock.time += STEP_MS;
    const other = await startApi(api.databaseUrl, options);
    try {
      const there = createHttpClient(`http://127.0.0.1:${other.port}/api`);
      await afterPassword(there);
      const replies = await Promise.all([complete(first.client, code()), complete(there, code())]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
      // What one process began the other completes: the first may have been killed.
      const moved = createHttpClient(`http://127.0.0.1:${other.port}/api`);
      const begun = await afterPassword();
      for (const [name, value] of begun.client.cookies) moved.cookies.set(name, value);
      clock.time += STEP_MS;
      expect((await complete(moved, code())).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])(
    'takes the code of a clock that is %i times 30 seconds ahead: %i',
    {
      tags: ['asvs-6.5.5'],
    },
    async (ahead, status) => {
      const { code } = await withApp();
      clock.time += 3 * STEP_MS;
      const { client } = await afterPassword();
      expect((await complete(client, code(ahead))).status).toBe(status);
      // An earlier one than the last is not taken, either.
      if (ahead === 1) expect(await complete((await afterPassword()).client, code())).toMatchObject(REFUSED);
    },
  );

  it('waits for five minutes, and for the password that it began with', {
    tags: ['asvs-6.6.2'],
  }, async () => {
    const { code } = await withApp();
    const late = await afterPassword();
    clock.time += 5 * MINUTE_MS;
    expect((await complete(late.client, code())).body.error).toBe('secondStepEnded');
    const former = await afterPassword();
    const change = { currentPassword: PASSWORD, newPassword: 'Quiet.otter7' };
    expect((await browser.patch('/employees/password', change)).status).toBe(200);
    expect((await complete(former.client, code())).body.error).toBe('failedLogin');
    expect(await isIn(former.client)).toBe(false);
  });

  it('is none by passkey, which needs no code', async () => {
    const passkey = createSoftwarePasskey(ORIGIN);
    const { options: offered } = (await browser.post('/employees/passkeys/options')).body;
    await browser.post('/employees/passkeys', { credential: passkey.create(offered) });
    await withApp();
    const { client, reply } = await afterPassword();
    expect(reply.body.secondStep).toEqual({ code: true, passkey: true });
    const { options: asked } = (await client.post('/login/passkey/options')).body;
    expect((await client.post('/login/passkey', { credential: passkey.prove(asked) })).status).toBe(200);
    expect(await isIn(client)).toBe(true);
  });
});

describe('recovery codes', () => {
  it('work once each, in any spelling, and a mail tells', { tags: ['asvs-6.5.1'] }, async () => {
    const { recoveryCodes } = await withApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one = '', two = ''] = recoveryCodes;
    expect((await complete((await afterPassword()).client, one)).status).toBe(200);
    expect(await complete((await afterPassword()).client, one)).toMatchObject(REFUSED);
    const spelled = two.toLowerCase().replaceAll('-', ' ');
    expect((await complete((await afterPassword()).client, spelled)).status).toBe(200);
    expect(await own()).toEqual({ authenticator: true, passkeys: 0, recoveryCodes: 8 });
    expect((await subjects()).slice(1)).toEqual(Array(2).fill('A recovery code was used'));
  });

  it('are those of their person, stored as digests only', { tags: ['asvs-6.5.2'] }, async () => {
    const { recoveryCodes } = await withApp();
    const { recoveryCodes: others } = await withApp(await api.signedIn(company.colleague));
    expect(await complete((await afterPassword()).client, others[0] ?? '')).toMatchObject(REFUSED);
    const { rows } = await api.pool.query('SELECT t::text AS row FROM recovery_codes t');
    for (const code of recoveryCodes)
      expect(rows.some(({ row }) => row.includes(code) || row.includes(code.replaceAll('-', '')))).toBe(
        false,
      );
  });

  it('are replaced by new ones', async () => {
    const { recoveryCodes } = await withApp();
    const made = await browser.post('/employees/recovery-codes');
    expect(made.body.recoveryCodes).toHaveLength(10);
    expect(await complete((await afterPassword()).client, recoveryCodes[0] ?? '')).toMatchObject(REFUSED);
    expect((await complete((await afterPassword()).client, made.body.recoveryCodes[0])).status).toBe(200);
  });

  it('are for people with a second factor', async () => {
    expect(await browser.post('/employees/recovery-codes')).toMatchObject({
      status: 409,
      body: { error: 'noSecondFactor' },
    });
  });
});
