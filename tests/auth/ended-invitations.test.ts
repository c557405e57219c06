import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { apiWorld, type Company } from '#tests/support/servers/api-under-test.ts';
import type { HttpClient } from '#tests/support/servers/http-client.ts';
import { isSignedIn, linkTo } from './email-world.ts';
import { codeOf } from './factor-source.ts';
import { mailedCode } from './mailed-code.ts';
import { CHOSEN, resetting } from './reset-world.ts';

const FIRST = 'k3Jd82hQpz';
const api = apiWorld();
let company: Company;
let email: string;
let link: string;
beforeEach(async () => {
  company = await api.company();
  email = `${newId()}@example.test`;
  const manager = await api.signedIn(company.manager);
  const names = { firstName: 'Ada', lastName: 'Hill', employeeRole: 'sales associate' };
  const form = { ...names, username: email, password: FIRST, campaignId: company.campaignId };
  expect((await manager.post('/employees/addemployee', form)).status).toBe(200);
  await api.progress.waitFor(await api.store.head(), MAX_WAIT_MS);
  link = await linkTo(api.pool, email, 'invite');
});

const accept = (said: object = { newPassword: 'Other.otter7' }, browser = api.client()) =>
  browser.post('/employees/invitation', { token: link, tz: 'UTC', ...said });
const signIn = async (password: string, browser: HttpClient = api.client()) =>
  (await browser.post('/login', { username: email, password })).status;

describe('an invitation ends when its address is proven', () => {
  it('by a reset of the password', async () => {
    expect((await resetting(api.client(), api.pool).whole(email)).status).toBe(200);
    expect((await accept()).body.error).toBe('linkEnded');
    expect(await signIn(CHOSEN)).toBe(200);
  });

  it('by a change to another address and back', async () => {
    const browser = api.client();
    expect(await signIn(FIRST, browser)).toBe(200);
    for (const newEmail of [`${newId()}@example.test`, email]) {
      const said = { newEmail, currentPassword: FIRST };
      const { otpId } = (await browser.post('/employees/email/code', said)).body;
      const code = { id: otpId, otp: await mailedCode(api.pool, otpId) };
      expect((await browser.send('PUT', '/employees/email', { ...said, ...code })).status).toBe(200);
    }
    expect((await accept()).body.error).toBe('linkEnded');
  });
});

it('an invitation neither gets round an authenticator app nor locks its owner out', async () => {
  const browser = api.client();
  expect(await signIn(FIRST, browser)).toBe(200);
  const { secret } = (await browser.post('/employees/authenticator/options')).body;
  const code = codeOf(secret, new Date());
  const { recoveryCodes } = (await browser.post('/employees/authenticator', { code })).body;
  const byCode = async (client: HttpClient) =>
    (await client.post('/login/second-step', { code: recoveryCodes.pop() })).body.isLoggedIn;

  // The passkey page, for which the mail alone would have to sign in.
  expect(await accept({})).toMatchObject({ status: 400, body: { error: 'factorNeedsPassword' } });
  expect(await isSignedIn(browser)).toBe(true);
  const as = api.client();
  expect([await signIn(FIRST, as), await isSignedIn(as)]).toEqual([200, false]);
  expect(await byCode(as)).toBe(true);

  const chosen = api.client();
  expect((await accept(undefined, chosen)).body).toMatchObject({
    isLoggedIn: false,
    secondStep: { code: true, passkey: false },
  });
  expect(await isSignedIn(chosen)).toBe(false);
  expect(await byCode(chosen)).toBe(true);
  expect((await accept()).body.error).toBe('linkEnded');
});
