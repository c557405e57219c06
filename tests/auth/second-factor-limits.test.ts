import { beforeEach, describe, expect, it } from 'vitest';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { codeOf, createFactorSource } from './factor-source.ts';

const MINUTE_MS = 60_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock, trustProxy: 1 });
let company: Company;
let browser: HttpClient;
let code: () => string;
let recoveryCodes: string[];
beforeEach(async () => {
  await api.pool.query('DELETE FROM sign_in_failures');
  company = await api.company();
  browser = await api.signedIn(company.associate);
  const { secret } = (await browser.post('/employees/authenticator/options')).body;
  code = () => codeOf(secret, clock.now());
  recoveryCodes = (await browser.post('/employees/authenticator', { code: code() })).body.recoveryCodes;
  clock.time += MINUTE_MS;
});

/** A person that knows the password: with a new device in that network, or with the given one. */
async function thief(network: string, client = api.client()) {
  const from = { 'x-forwarded-for': network };
  const form = { username: company.associate.email, password: PASSWORD };
  expect((await client.post('/login', form, from)).status).toBe(200);
  return (typed: string) => client.post('/login/second-step', { code: typed }, from);
}
const wrong = () => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');

describe('codes of an authenticator app', { tags: ['asvs-6.6.3', 'asvs-6.3.1'] }, () => {
  it('are guessed ten times in a quarter of an hour from everywhere, without locking a known device out', async () => {
    for (let n = 0; n < 10; n += 1) expect((await (await thief(`203.0.113.${n}`))(wrong())).status).toBe(401);
    expect(await (await thief('203.0.113.99'))(code())).toMatchObject({ status: 429 });
    const owner = await thief('203.0.113.99', browser);
    expect((await owner(code())).status).toBe(200);
    clock.time += 16 * MINUTE_MS;
    expect((await (await thief('203.0.113.99'))(code())).status).toBe(200);
  });

  it('are taken from a known device while its network is refused', async () => {
    const from = { 'x-forwarded-for': '203.0.113.40' };
    for (let n = 0; n < 101; n += 1)
      await api
        .client()
        .post('/login', { username: `guess${n}@example.test`, password: 'Wrong-pass1' }, from);
    const stranger = { username: company.colleague.email, password: PASSWORD };
    expect((await api.client().post('/login', stranger, from)).status).toBe(429);
    expect((await (await thief('203.0.113.40', browser))(code())).status).toBe(200);
  });

  it('are refused to strangers after a hundred wrong ones in a row; a known device and recovery codes go on', async () => {
    for (let n = 0; n < 100; n += 1) {
      if (n % 10 === 0) clock.time += 16 * MINUTE_MS;
      expect((await (await thief(`198.51.100.${n}`))(wrong())).status).toBe(401);
    }
    clock.time += 16 * MINUTE_MS;
    expect(await (await thief('198.51.100.200'))(code())).toMatchObject({ status: 401 });
    expect((await (await thief('198.51.100.201'))(recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await (await thief('198.51.100.202', browser))(code())).status).toBe(200);
    // A right one begins a new row.
    clock.time += MINUTE_MS;
    expect((await (await thief('198.51.100.203'))(code())).status).toBe(200);
  });
});

describe('an authenticator app', () => {
  it('is that of its person, and goes with the account', async () => {
    const other = (await api.company()).associate;
    const others = await api.signedIn(other);
    expect((await others.delete('/employees/authenticator')).body.error).toBe('noAuthenticator');
    expect((await others.get('/employees/second-factor')).body.authenticator).toBe(false);
    expect((await browser.get('/employees/second-factor')).body.authenticator).toBe(true);
    await api.pool.query('DELETE FROM accounts WHERE employee_id = $1', [company.associate.employeeId]);
    await api.factors.forget();
    const { rows } = await api.pool.query(
      'SELECT employee_id FROM authenticators UNION SELECT employee_id FROM recovery_codes',
    );
    expect(rows.map(({ employee_id }) => employee_id)).not.toContain(company.associate.employeeId);
  });

  it('is removed after a proof of identity, and a mail tells; then the password is enough', async () => {
    clock.time += 6 * MINUTE_MS;
    for (const [method, path] of [
      ['DELETE', '/employees/authenticator'],
      ['POST', '/employees/authenticator'],
      ['POST', '/employees/authenticator/options'],
      ['POST', '/employees/recovery-codes'],
    ] as const)
      expect(await browser.send(method, path, { code: code() })).toMatchObject({
        body: { error: 'confirmIdentity' },
      });
    await browser.post('/employees/confirm-identity', { password: PASSWORD });
    expect((await browser.delete('/employees/authenticator')).status).toBe(200);
    const { body } = await api
      .client()
      .post('/login', { username: company.associate.email, password: PASSWORD });
    expect(body).toEqual({ message: 'You are signed in', isLoggedIn: true });
    const { rows } = await api.pool.query(
      `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1`,
      [company.associate.email],
    );
    expect(rows.map(({ subject }) => subject)).toContain(
      'Your authenticator app was removed: your Tallyboard',
    );
  });

  it('replaces the former one with its first code, not before', async () => {
    const { secret } = (await browser.post('/employees/authenticator/options')).body;
    const add = (typed: string) => browser.post('/employees/authenticator', { code: typed });
    const fresh = () => codeOf(secret, clock.now());
    expect((await add(code())).body.error).toBe('wrongFactorCode');
    expect((await (await thief('192.0.2.1'))(code())).status).toBe(200);
    expect((await add(fresh())).status).toBe(200);
    expect((await add(fresh())).body.error).toBe('nothingOffered');
    clock.time += MINUTE_MS;
    expect((await (await thief('192.0.2.1'))(code())).status).toBe(401);
    expect((await (await thief('192.0.2.1'))(fresh())).status).toBe(200);
  });

  it('is set up once by requests at the same moment', async () => {
    const person = { companyId: company.companyId, employeeId: company.colleague.employeeId };
    const others = await api.signedIn(company.colleague);
    const first = await createFactorSource(api, person).codeToAdd();
    const replies = await Promise.all(
      [1, 2, 3].map(() => others.post('/employees/authenticator', { code: first })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
