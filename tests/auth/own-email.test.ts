import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD } from '#tests/support/servers/seed-company.ts';
import type { SoftwarePasskey } from '#tests/support/software-passkey.ts';
import { followed, isSignedIn, linkTo } from './email-world.ts';
import { mailedCode } from './mailed-code.ts';
import { passkeyCalls } from './passkey-source.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const DAY = 24 * 3_600_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

const ORIGIN = 'https://sales.example.test';
const api = apiWorld({ clock, publicUrl: ORIGIN });
let company: Company;
let here: HttpClient;
let former: string;
let wanted: string;
beforeEach(async () => {
  company = await api.company();
  here = await api.signedIn(company.associate);
  former = company.associate.email;
  wanted = `${newId()}@example.test`;
  await api.pool.query('DELETE FROM rate_limits');
});

const ask = (newEmail = wanted, currentPassword = PASSWORD, browser = here) =>
  browser.post('/employees/email/code', { newEmail, currentPassword });
const put = (id: string, otp: string, more: Record<string, string> = {}, browser = here) =>
  browser.send('PUT', '/employees/email', {
    ...{ currentPassword: PASSWORD, newEmail: wanted },
    ...{ id, otp, ...more },
  });
async function change(newEmail = wanted, browser = here) {
  const { otpId } = (await ask(newEmail, PASSWORD, browser)).body;
  return put(otpId, await mailedCode(api.pool, otpId), { newEmail }, browser);
}
const signIn = async (username: string, password = PASSWORD) =>
  (await api.client().post('/login', { username, password })).status;
const undo = async (to = former) => followed(api, 'undo', await linkTo(api.pool, to, 'undo'));

describe('the own email', () => {
  it('changes with the password and a code to the new address, ends other sessions and tells the old address', {
    tags: ['asvs-7.5.1', 'decision-10.1', 'decision-10.2'],
  }, async () => {
    const elsewhere = await api.signedIn(company.associate);
    expect(await ask(wanted, 'Not.the-one')).toMatchObject({ status: 403, body: { error: 'wrongPassword' } });
    expect(await ask('no email')).toMatchObject({ status: 400, body: { error: 'invalidEmail' } });
    const { otpId } = (await ask()).body;
    const code = await mailedCode(api.pool, otpId);
    expect((await put(otpId, code, { currentPassword: 'Not.the-one' })).body.error).toBe('wrongPassword');
    expect((await put(otpId, code, { newEmail: 'other@example.test' })).body.error).toBe('wrongPasscode');
    expect(await signIn(wanted)).toBe(401);
    expect(await change()).toMatchObject({ status: 200 });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect([await signIn(former), await signIn(wanted)]).toEqual([401, 200]);
    expect((await here.get('/employees/getemployee')).body.requestedData[0].email).toBe(wanted);
    const manager = await api.signedIn(company.manager);
    const history = await manager.get(`/audit/history/employee/${company.associate.employeeId}`);
    expect(JSON.stringify(history.body)).toContain('Email changed');
  });

  it('does not change by a code that was mailed to another account', async () => {
    const thief = await api.signedIn(company.colleague);
    const { otpId } = (await ask(wanted, PASSWORD, thief)).body;
    const reply = await put(otpId, await mailedCode(api.pool, otpId), { currentPassword: 'Unknown.1' });
    expect(reply).toMatchObject({ status: 403, body: { error: 'wrongPassword' } });
    expect(await signIn(wanted)).toBe(401);
  });

  it('does not become that of another account, which only the reader of its mail learns', async () => {
    expect(await ask(company.colleague.email)).toMatchObject({ status: 200 });
    expect(await change(company.colleague.email)).toMatchObject({
      status: 409,
      body: { error: 'emailTaken' },
    });
    expect([await signIn(former), await signIn(company.colleague.email)]).toEqual([200, 200]);
  });

  it('is restored once by the link in the mail to the old address; the password ends', {
    tags: ['decision-10.3'],
  }, async () => {
    await change();
    const link = await linkTo(api.pool, former, 'undo');
    expect((await followed(api, 'prove', link)).body.error).toBe('linkEnded');
    expect(await followed(api, 'undo', link)).toMatchObject({ status: 200 });
    expect(await isSignedIn(here)).toBe(false);
    expect([await signIn(former), await signIn(wanted)]).toEqual([401, 401]);
    expect((await resetting(api.client(), api.pool).whole(former)).status).toBe(200);
    expect(await signIn(former, CHOSEN)).toBe(200);
    expect((await followed(api, 'undo', link)).body.error).toBe('linkEnded');
  });

  it('is kept for the old address for seven days', async () => {
    await change();
    const manager = await api.signedIn(company.manager);
    const person = {
      firstName: 'New',
      lastName: 'Person',
      employeeRole: 'sales associate',
      password: 'aB3dE5gH7j',
    };
    const add = () =>
      manager.post('/employees/addemployee', { ...person, username: former, campaignId: company.campaignId });
    clock.time += 7 * DAY - 1000;
    expect(await add()).toMatchObject({ status: 409, body: { error: 'emailTaken' } });
    clock.time += 1000;
    expect((await undo()).body.error).toBe('linkEnded');
    expect((await add()).status).toBe(200);
  });

  it('is proven by another company when those seven days are over, not before', async () => {
    await change();
    const other = await api.company();
    const elsewhere = await api.signedIn(other.manager);
    const form = { firstName: 'New', lastName: 'Person', employeeRole: 'sales associate' };
    const access = { username: former, password: 'aB3dE5gH7j', campaignId: other.campaignId };
    clock.time += 6 * DAY;
    expect((await elsewhere.post('/employees/addemployee', { ...form, ...access })).status).toBe(200);
    const token = await linkTo(api.pool, former, 'invite');
    const accept = () =>
      api.client().post('/employees/invitation', { token, tz: 'UTC', newPassword: 'Quiet.otter7' });
    expect(await accept()).toMatchObject({ status: 409, body: { error: 'emailTaken' } });
    clock.time += DAY + 1000;
    expect((await accept()).status).toBe(200);
  });

  it('is restored whatever a thief changed after it, who can undo nothing', async () => {
    await change();
    const third = `${newId()}@example.test`;
    await change(third);
    const link = await linkTo(api.pool, wanted, 'undo');
    expect((await undo()).status).toBe(200);
    expect((await followed(api, 'undo', link)).body.error).toBe('linkEnded');
    await expect(linkTo(api.pool, third, 'undo')).rejects.toThrow('no link to undo was mailed');
    expect((await resetting(api.client(), api.pool).whole(former)).status).toBe(200);
  });
});

describe('the own email, by a passkey in place of the password,', () => {
  const NEEDS = { status: 403, body: { error: 'confirmIdentity' } };
  const askFor = (browser: HttpClient) => browser.post('/employees/email/code', { newEmail: wanted });
  const { add, confirm } = passkeyCalls(ORIGIN);
  const enter = (passkey: SoftwarePasskey) => passkeyCalls(ORIGIN).signIn(passkey, api.client());
  const withoutPassword = () =>
    api.pool.query('UPDATE accounts SET password_hash = NULL WHERE employee_id = $1', [
      company.associate.employeeId,
    ]);

  it('changes for a person without a password, within five minutes of its use', {
    tags: ['decision-10.1'],
  }, async () => {
    const passkey = await add(here);
    clock.time += 1000;
    await withoutPassword();
    const browser = await enter(passkey);
    // The sign-in is no proof for this.
    expect(await askFor(browser)).toMatchObject(NEEDS);
    await confirm(passkey, browser);
    const { otpId: id } = (await askFor(browser)).body;
    const otp = await mailedCode(api.pool, id);
    const put = () => browser.send('PUT', '/employees/email', { newEmail: wanted, id, otp });
    clock.time += 5 * 60_000 + 1;
    expect(await put()).toMatchObject(NEEDS);
    await confirm(passkey, browser);
    expect((await put()).status).toBe(200);
    expect((await browser.get('/employees/getemployee')).body.requestedData[0].email).toBe(wanted);
    expect((await undo()).status).toBe(200);
  });

  it('is not asked for by a session that only gave the password, nor by another one of the person', async () => {
    const passkey = await add(here);
    clock.time += 1000;
    const other = await enter(passkey);
    expect(await askFor(here)).toMatchObject(NEEDS);
    expect((await here.post('/employees/confirm-identity', { password: PASSWORD })).status).toBe(200);
    expect(await askFor(here)).toMatchObject(NEEDS);
    await confirm(passkey, other);
    expect(await askFor(here)).toMatchObject(NEEDS);
    expect((await askFor(other)).status).toBe(200);
    expect(await ask(wanted, '', other)).toMatchObject({ body: { error: 'wrongPassword' } });
  });

  it('takes no passkey that the same session added, while there is a password', async () => {
    const passkey = await add(here);
    await confirm(passkey, here);
    expect(await askFor(here)).toMatchObject({ status: 403, body: { error: 'passkeyTooNew' } });
    await withoutPassword();
    expect((await askFor(here)).status).toBe(200);
  });

  it('takes no passkey that was deleted since', async () => {
    const passkey = await add(here);
    clock.time += 1000;
    const browser = await enter(passkey);
    await confirm(passkey, browser);
    const [{ id }] = (await browser.get('/employees/passkeys')).body.requestedData;
    expect((await browser.delete(`/employees/passkeys/${id}`)).status).toBe(200);
    expect(await askFor(browser)).toMatchObject(NEEDS);
  });
});
