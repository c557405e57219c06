import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { apiWorld, type Company, startApi } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { createSoftwarePasskey, type SoftwarePasskey, type Wrongs } from '#tests/support/software-passkey.ts';
import { mailedCode } from './mailed-code.ts';
import { resetting } from './reset-world.ts';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://sales.example.test';
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const api = apiWorld({ clock, publicUrl: ORIGIN });
let company: Company;
beforeEach(async () => {
  company = await api.company();
});

const refused = { status: 401, body: { error: 'passkeyRefused' } };

async function added(browser: HttpClient, passkey = createSoftwarePasskey(ORIGIN)): Promise<SoftwarePasskey> {
  const { options } = (await browser.post('/employees/passkeys/options')).body;
  const reply = await browser.post('/employees/passkeys', { credential: passkey.create(options) });
  expect(reply).toMatchObject({ status: 200, body: { message: 'Passkey added' } });
  return passkey;
}

/** With the associate's own passkey. */
async function ofAssociate(): Promise<SoftwarePasskey> {
  return added(await api.signedIn(company.associate));
}

const asked = async (browser: HttpClient): Promise<string> =>
  (await browser.post('/login/passkey/options')).body.options;

async function signIn(passkey: SoftwarePasskey, wrong: Wrongs = {}, browser = api.client()) {
  const credential = passkey.prove(await asked(browser), wrong);
  return browser.post('/login/passkey', { credential, tz: 'Asia/Kathmandu' });
}

describe('signing in with a passkey', () => {
  it('opens a session and starts the shift like a password, without an email', async () => {
    const passkey = await ofAssociate();
    const browser = api.client();
    expect(await signIn(passkey, {}, browser)).toMatchObject({ status: 200, body: { isLoggedIn: true } });
    expect([...browser.cookies.keys()]).toEqual(expect.arrayContaining(['tb_session', 'tb_device']));
    const [me] = (await browser.get('/employees/getemployee')).body.requestedData;
    expect(me).toMatchObject({ id: company.associate.employeeId, login_time: expect.stringMatching(/Z$/) });
    const [session] = (await browser.get('/employees/sessions')).body.requestedData;
    expect(session).toMatchObject({ current: true, time_zone: 'Asia/Kathmandu' });
    const [own] = (await browser.get('/employees/passkeys')).body.requestedData;
    expect(own.last_used_at).toBe(clock.now().toISOString());
  });

  it('works with an authenticator that counts no uses', async () => {
    const passkey = await added(
      await api.signedIn(company.associate),
      createSoftwarePasskey(ORIGIN, { counts: false }),
    );
    for (const _ of [1, 2]) expect((await signIn(passkey)).status).toBe(200);
  });

  it.each<[string, Wrongs]>([
    ['of another origin', { origin: 'https://sales.example.test.evil.test' }],
    ['of another port', { origin: 'https://sales.example.test:8443' }],
    ['for another site', { rpId: 'example.test' }],
    ['without a look at the person', { unverified: true }],
    ['for another person', { userHandle: 'bm90IHlvdQ' }],
    ['with a counter that goes back', { counter: 1 }],
  ])('is refused %s', async (_what, wrong) => {
    const passkey = await ofAssociate();
    expect((await signIn(passkey)).status).toBe(200);
    expect(await signIn(passkey, wrong)).toMatchObject(refused);
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('is refused with a copy of the passkey that counts on its own', async () => {
    const passkey = await ofAssociate();
    const replies = await Promise.all([1, 2, 3].map(() => signIn(passkey, { counter: 7 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('takes a challenge once', { tags: ['asvs-6.5.1'] }, async () => {
    const passkey = await ofAssociate();
    const options = await asked(api.client());
    const send = () => api.client().post('/login/passkey', { credential: passkey.prove(options) });
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject(refused);
  });

  it('takes a challenge for five minutes', { tags: ['asvs-6.5.5'] }, async () => {
    const passkey = await ofAssociate();
    const [late, inTime] = [await asked(api.client()), await asked(api.client())];
    clock.time += 5 * MINUTE_MS - 1;
    const send = (options: string) =>
      api.client().post('/login/passkey', { credential: passkey.prove(options) });
    expect((await send(inTime)).status).toBe(200);
    clock.time += 1;
    expect(await send(late)).toMatchObject(refused);
  });

  it('takes no challenge that was made for something else', { tags: ['asvs-6.6.2'] }, async () => {
    const browser = await api.signedIn(company.associate);
    const passkey = await added(browser);
    const others = [
      (await browser.post('/employees/passkeys/options')).body.options,
      (await browser.post('/employees/confirm-identity/options')).body.options,
    ];
    for (const options of others)
      expect(await api.client().post('/login/passkey', { credential: passkey.prove(options) })).toMatchObject(
        refused,
      );
  });

  it('takes a challenge of another process', async () => {
    const passkey = await ofAssociate();
    const other = await startApi(api.databaseUrl, { clock: systemClock, publicUrl: ORIGIN });
    const options = await asked(other.client());
    await other.close();
    expect((await api.client().post('/login/passkey', { credential: passkey.prove(options) })).status).toBe(
      200,
    );
  });

  it.each(['', '{}', '[]', 'null', '{"id":1,"response":{"clientDataJSON":"e30"}}'])(
    'refuses %j like an unknown passkey',
    async (credential) => {
      expect(await api.client().post('/login/passkey', { credential })).toMatchObject(refused);
      expect(await signIn(createSoftwarePasskey(ORIGIN))).toMatchObject(refused);
    },
  );

  it('is refused after its person was deleted, and the passkey is gone', async () => {
    const passkey = await ofAssociate();
    const owner = await api.signedIn(company.owner);
    const { employeeId } = company.associate;
    expect((await owner.delete(`/employees/delete/${employeeId}`)).status).toBe(200);
    expect(await signIn(passkey)).toMatchObject(refused);
    const { rows } = await api.pool.query('SELECT FROM passkeys WHERE employee_id = $1', [employeeId]);
    expect(rows).toEqual([]);
  });

  it('goes on after a password reset, whose mail says that there are passkeys', async () => {
    const passkey = await ofAssociate();
    const { email } = company.associate;
    const { ask, verify, reset } = resetting(api.client(), api.pool);
    const { otpId } = (await ask(email)).body;
    await verify(otpId, await mailedCode(api.pool, otpId));
    expect((await reset(email, otpId)).status).toBe(200);
    expect((await signIn(passkey)).status).toBe(200);
    const { rows } = await api.pool.query(
      `SELECT content->>'text' AS text FROM mail_outbox WHERE content->'to'->>'address' = $1
          AND content->>'subject' = 'Your Tallyboard password was changed'`,
      [email],
    );
    expect(rows[0]?.text).toContain('Your passkey still signs you in');
  });
});
