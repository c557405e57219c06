import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import { doneOrBlocked, holdUp } from '#tests/support/servers/hold-up.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import { followed, isSignedIn, linkTo } from './email-world.ts';
import { codeOf } from './factor-source.ts';
import { mailedCode } from './mailed-code.ts';
import { passkeyCalls } from './passkey-source.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const ORIGIN = 'https://sales.example.test';
const clock = { time: Date.now(), now: () => new Date(clock.time) };
const api = apiWorld({ clock, publicUrl: ORIGIN });
const passkeys = passkeyCalls(ORIGIN);
let company: Company;
let thief: HttpClient;
let stolen: string;
beforeEach(async () => {
  await api.pool.query('DELETE FROM rate_limits');
  company = await api.company();
  thief = await api.signedIn(company.associate);
  stolen = `${newId()}@example.test`;
});

const person = () => ({ companyId: company.companyId, employeeId: company.associate.employeeId });
const factors = () => api.factors.factorsOf(person());
const NONE = { authenticator: false, passkeys: 0, recoveryCodes: 0 };

/** A minute passes before and after it. */
async function change(): Promise<void> {
  clock.time += 60_000;
  const form = { newEmail: stolen, currentPassword: PASSWORD };
  const { otpId: id } = (await thief.post('/employees/email/code', form)).body;
  const otp = await mailedCode(api.pool, id);
  expect((await thief.send('PUT', '/employees/email', { ...form, id, otp })).status).toBe(200);
  clock.time += 60_000;
}
async function addApp(browser = thief): Promise<void> {
  const { secret } = (await browser.post('/employees/authenticator/options')).body;
  const code = codeOf(secret, clock.now());
  expect((await browser.post('/employees/authenticator', { code })).status).toBe(200);
}
const undo = async () => followed(api, 'undo', await linkTo(api.pool, company.associate.email, 'undo'));
const isOpenTo = (passkey: Awaited<ReturnType<typeof passkeys.add>>) =>
  passkeys.signIn(passkey, api.client()).then(
    () => true,
    () => false,
  );
const resetBy = (email: string) => resetting(api.client(), api.pool).whole(email);

async function facts(): Promise<unknown[]> {
  const { rows } = await api.pool.query(
    `SELECT fact, about FROM access_notes WHERE employee_id = $1 AND actor_id = $1
        AND fact IN ('passkey deleted', 'app removed') ORDER BY fact`,
    [company.associate.employeeId],
  );
  return rows;
}

describe('an undone change of the email', () => {
  it('takes away the passkeys, app and recovery codes that were added after it, and the history tells', async () => {
    await change();
    const passkey = await passkeys.add(thief);
    await addApp();
    expect(await factors()).toEqual({ authenticator: true, passkeys: 1, recoveryCodes: 10 });
    expect((await undo()).status).toBe(200);
    expect(await factors()).toEqual(NONE);
    expect([await isOpenTo(passkey), await isSignedIn(thief)]).toEqual([false, false]);
    expect(await facts()).toEqual([
      { fact: 'app removed', about: null },
      { fact: 'passkey deleted', about: expect.any(String) },
    ]);
    expect((await resetBy(company.associate.email)).status).toBe(200);
    const form = { username: company.associate.email, password: CHOSEN };
    expect((await api.client().post('/login', form)).body).toMatchObject({ isLoggedIn: true });
  });

  it('leaves those from before it, also of before their time was known', async () => {
    const passkey = await passkeys.add(thief);
    await addApp();
    await api.pool.query('UPDATE recovery_codes SET created_at = NULL');
    await change();
    await passkeys.add(thief);
    await thief.post('/employees/authenticator/options');
    expect((await undo()).status).toBe(200);
    expect(await factors()).toEqual({ authenticator: true, passkeys: 1, recoveryCodes: 10 });
    const { rows } = await api.pool.query('SELECT offered FROM authenticators WHERE employee_id = $1', [
      company.associate.employeeId,
    ]);
    expect(rows).toEqual([{ offered: null }]);
    expect(await isOpenTo(passkey)).toBe(true);
  });

  it('takes away codes made, and the secret of an app replaced, after it', async () => {
    await addApp();
    await change();
    await thief.post('/employees/recovery-codes');
    await addApp();
    expect((await undo()).status).toBe(200);
    expect(await factors()).toEqual(NONE);
  });
});

describe('an undo that is interrupted', () => {
  const failing = async (table: string, event: string, condition: string) => {
    await api.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
      CREATE TRIGGER a_fail BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION fail()`);
    return () => api.pool.query(`DROP TRIGGER a_fail ON ${table}; DROP FUNCTION fail()`);
  };

  it('takes all or nothing, and is completed by the same link', async () => {
    await change();
    const passkey = await passkeys.add(thief);
    const mend = await failing('sessions', 'UPDATE', 'new.revoked_at IS NOT NULL');
    expect((await undo()).status).toBe(500);
    await mend();
    expect([await isSignedIn(thief), (await factors()).passkeys]).toEqual([true, 1]);
    expect((await undo()).status).toBe(200);
    expect(await factors()).toEqual(NONE);
    expect([await isOpenTo(passkey), await isSignedIn(thief)]).toEqual([false, false]);
  });

  it('before the event takes again what was added until the link is followed again', async () => {
    await change();
    await passkeys.add(thief);
    const mend = await failing('events', 'INSERT', "new.type = 'EmployeeEdited'");
    expect((await undo()).status).toBe(500);
    await mend();
    expect([await factors(), await isSignedIn(thief)]).toEqual([NONE, false]);
    // The stolen address is still the one of the account.
    expect((await resetBy(stolen)).status).toBe(200);
    const again = api.client();
    expect((await again.post('/login', { username: stolen, password: CHOSEN })).status).toBe(200);
    await passkeys.add(again);
    expect((await undo()).status).toBe(200);
    expect([await factors(), await isSignedIn(again)]).toEqual([NONE, false]);
    expect((await resetBy(company.associate.email)).status).toBe(200);
  });
});

it('a factor that is added while the undo is under way is refused with its session', async () => {
  await change();
  const { options } = (await thief.post('/employees/passkeys/options')).body;
  const { secret } = (await thief.post('/employees/authenticator/options')).body;
  const condition = `new.revoked_at IS NOT NULL AND new.employee_id = '${company.associate.employeeId}'`;
  const held = await holdUp(api.pool, { table: 'sessions', event: 'UPDATE', condition });
  const undoing = undo();
  await held.reached();
  const adding = Promise.all([
    thief.post('/employees/passkeys', { credential: createSoftwarePasskey(ORIGIN).create(options) }),
    thief.post('/employees/authenticator', { code: codeOf(secret, clock.now()) }),
  ]);
  await doneOrBlocked(api.pool, adding);
  await held.release();
  expect((await undoing).status).toBe(200);
  for (const { status } of await adding) expect(status).toBeGreaterThanOrEqual(400);
  expect(await factors()).toEqual(NONE);
});
