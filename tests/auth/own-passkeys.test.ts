import { beforeEach, describe, expect, it } from 'vitest';
import { createPasskeys, siteOf } from '#services/auth/passkeys.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { createSoftwarePasskey, type Wrongs } from '#tests/support/software-passkey.ts';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://sales.example.test';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock, publicUrl: ORIGIN, trustProxy: 1 });
let company: Company;
let browser: HttpClient;
beforeEach(async () => {
  await api.pool.query('DELETE FROM sign_in_failures');
  company = await api.company();
  browser = await api.signedIn(company.associate);
});

const own = async (of = browser) => (await of.get('/employees/passkeys')).body.requestedData;

async function offered(of = browser): Promise<string> {
  return (await of.post('/employees/passkeys/options')).body.options;
}

async function added(of = browser, name = 'Laptop') {
  const passkey = createSoftwarePasskey(ORIGIN);
  const reply = await of.post('/employees/passkeys', { credential: passkey.create(await offered(of)), name });
  expect(reply.status).toBe(200);
  return { passkey, id: reply.body.id as string };
}

async function signIn({ passkey }: Awaited<ReturnType<typeof added>>, client = api.client(), from = '') {
  const { options } = (await client.post('/login/passkey/options')).body;
  return client.post('/login/passkey', { credential: passkey.prove(options) }, { 'x-forwarded-for': from });
}

async function subjects(): Promise<string[]> {
  const { rows } = await api.pool.query(
    `SELECT content->>'subject' AS subject FROM mail_outbox WHERE content->'to'->>'address' = $1 ORDER BY posted_at, id`,
    [company.associate.email],
  );
  return rows.map(({ subject }) => subject);
}

describe("a person's own passkeys", () => {
  it('are listed, renamed and deleted, and mails tell of new and deleted ones', async () => {
    const first = await added();
    const unnamed = createSoftwarePasskey(ORIGIN).create(await offered());
    await browser.post('/employees/passkeys', { credential: unnamed }, { 'user-agent': FIREFOX });
    expect((await own()).map(({ name }: { name: string }) => name)).toEqual(['Firefox on Linux', 'Laptop']);
    const path = `/employees/passkeys/${first.id}`;
    expect(await browser.patch(path, { name: ' ' })).toMatchObject({ body: { error: 'incompleteFields' } });
    expect((await browser.patch(path, { name: ' Old laptop ' })).status).toBe(200);
    expect((await own()).at(-1)).toEqual({
      ...{ id: first.id, name: 'Old laptop', last_used_at: null },
      created_at: clock.now().toISOString(),
    });
    expect(await browser.delete(path)).toMatchObject({ status: 200, body: { message: 'Passkey deleted' } });
    expect(await browser.delete(path)).toMatchObject({ status: 404, body: { error: 'noSuchPasskey' } });
    expect(await signIn(first)).toMatchObject({ status: 401, body: { error: 'passkeyRefused' } });
    expect(await subjects()).toEqual([
      ...Array(2).fill('A passkey was added to your Tallyboard'),
      'A passkey of yours was deleted',
    ]);
  });

  it('are not those of other people, of the same company or another', async () => {
    const { passkey, id } = await added();
    for (const other of [company.colleague, (await api.company()).associate]) {
      const others = await api.signedIn(other);
      expect(await own(others)).toEqual([]);
      expect((await others.patch(`/employees/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await others.delete(`/employees/passkeys/${id}`)).status).toBe(404);
      // Made of their options, with a key that is another person's already.
      const credential = passkey.create(await offered(others));
      expect(await others.post('/employees/passkeys', { credential })).toMatchObject({
        status: 409,
        body: { error: 'passkeyExists' },
      });
      // A device may leave the handle of the owner out.
      for (const wrong of [{}, { userHandle: '' }]) {
        const { options } = (await others.post('/employees/confirm-identity/options')).body;
        const proof = { credential: passkey.prove(options, wrong) };
        expect((await others.post('/employees/confirm-identity', proof)).status).toBe(401);
      }
      const stolen = { credential: createSoftwarePasskey(ORIGIN).create(await offered()) };
      expect(await others.post('/employees/passkeys', stolen)).toMatchObject({
        body: { error: 'passkeyNotAdded' },
      });
    }
  });

  it.each<[string, Wrongs]>([
    ['of another origin', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without a look at the person', { unverified: true }],
  ])('are not added %s', async (_what, wrong) => {
    const credential = createSoftwarePasskey(ORIGIN).create(await offered(), wrong);
    expect(await browser.post('/employees/passkeys', { credential })).toMatchObject({
      status: 400,
      body: { error: 'passkeyNotAdded' },
    });
    expect(await own()).toEqual([]);
  });

  it('are twenty at most, however many are added at once', async () => {
    for (let n = 0; n < 18; n += 1) await added();
    const replies = await Promise.all(
      (await Promise.all([1, 2, 3, 4].map(() => offered()))).map((options) =>
        browser.post('/employees/passkeys', { credential: createSoftwarePasskey(ORIGIN).create(options) }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await browser.post('/employees/passkeys/options')).toMatchObject({
      body: { error: 'tooManyPasskeys' },
    });
  });

  it('answer and sign in while the subscription is not active', async () => {
    const passkey = await added();
    const ctx = contextOf(company.companyId, { now: clock.now().toISOString() });
    const ended = await api.commands.subscriptions.cancelSubscription(ctx, { refundCents: 0 });
    expect(ended.ok && (await api.progress.waitFor(ended.position, MAX_WAIT_MS))).toBe(true);
    const client = api.client();
    expect((await signIn(passkey, client)).status).toBe(200);
    expect((await client.get('/employees/getemployee')).body.subscriptionIsActive).toBe(false);
    expect((await client.get('/sales/getsales/all')).status).toBe(402);
    expect(await own(client)).toHaveLength(1);
  });

  it('go with the account, also when a former version deleted it', async () => {
    const { passkey } = await added();
    await api.pool.query('DELETE FROM accounts WHERE employee_id = $1', [company.associate.employeeId]);
    const { options } = (await api.client().post('/login/passkey/options')).body;
    expect((await api.client().post('/login/passkey', { credential: passkey.prove(options) })).status).toBe(
      401,
    );
    const passkeys = createPasskeys({ pool: api.pool, clock });
    clock.time += 6 * MINUTE_MS;
    await passkeys.forget();
    expect(await passkeys.listOf({ ...company, ...company.associate })).toEqual([]);
    expect((await api.pool.query('SELECT FROM passkey_challenges')).rows).toEqual([]);
  });
});

describe('a change of passkeys', () => {
  const asksFor = { status: 403, body: { error: 'confirmIdentity' } };

  it('needs a proof of identity within five minutes: a sign-in, the password or a passkey', async () => {
    const { passkey, id } = await added();
    const last = await offered();
    clock.time += 5 * MINUTE_MS + 1;
    const attempts = () =>
      Promise.all([
        browser.post('/employees/passkeys/options'),
        browser.post('/employees/passkeys', { credential: createSoftwarePasskey(ORIGIN).create(last) }),
        browser.delete(`/employees/passkeys/${id}`),
      ]);
    for (const reply of await attempts()) expect(reply).toMatchObject(asksFor);
    const confirm = '/employees/confirm-identity';
    expect(await browser.post(confirm, { password: 'Wrong-pass1' })).toMatchObject({
      status: 403,
      body: { error: 'wrongPassword' },
    });
    expect((await browser.post(confirm, { password: '' })).status).toBe(403);
    expect((await browser.post('/employees/passkeys/options')).status).toBe(403);
    expect((await browser.post(confirm, { password: PASSWORD })).status).toBe(200);
    expect((await browser.post('/employees/passkeys/options')).status).toBe(200);
    // Another session of the same person has proven nothing.
    clock.time += 5 * MINUTE_MS + 1;
    const { options } = (await browser.post(`${confirm}/options`)).body;
    const other = await api.signedIn(company.associate);
    expect((await browser.post('/employees/passkeys/options')).status).toBe(403);
    expect((await browser.post(confirm, { credential: passkey.prove(options) })).status).toBe(200);
    expect((await browser.delete(`/employees/passkeys/${id}`)).status).toBe(200);
    clock.time += 5 * MINUTE_MS + 1;
    expect((await other.post('/employees/passkeys/options')).status).toBe(403);
  });
});

describe('wrong passkeys', () => {
  const wrong = { passkey: createSoftwarePasskey(ORIGIN), id: '' };

  it('count as failed sign-ins of their network, and refuse neither other networks nor the device of the owner', async () => {
    const known = await added();
    for (let n = 0; n < 100; n += 1) await signIn(wrong, api.client(), '203.0.113.7');
    expect(await signIn(wrong, api.client(), '203.0.113.7')).toMatchObject({ status: 429 });
    expect(await signIn(known, api.client(), '203.0.113.7')).toMatchObject({ status: 429 });
    const password = { username: company.colleague.email, password: PASSWORD };
    const stranger = { 'x-forwarded-for': '203.0.113.7' };
    expect((await api.client().post('/login', password, stranger)).status).toBe(429);
    expect((await signIn(known, api.client(), '198.51.100.9')).status).toBe(200);
    expect((await signIn(known, browser, '203.0.113.7')).status).toBe(200);
  });

  it('are not held against an account, nor are wrong passwords against its passkeys', async () => {
    const known = await added();
    const guess = { username: company.associate.email, password: 'Wrong-pass1' };
    const from = { 'x-forwarded-for': '203.0.113.8' };
    for (let n = 0; n < 11; n += 1) await api.client().post('/login', guess, from);
    expect((await api.client().post('/login', guess, from)).status).toBe(429);
    expect((await signIn(known, api.client(), '203.0.113.8')).status).toBe(200);
  });
});

it('is bound to the host of PUBLIC_URL, without its port', () => {
  expect(siteOf('https://sales.example.com')).toEqual({
    ...{ origin: 'https://sales.example.com', rpId: 'sales.example.com' },
  });
  expect(siteOf('http://localhost:3000')).toEqual({ origin: 'http://localhost:3000', rpId: 'localhost' });
});
