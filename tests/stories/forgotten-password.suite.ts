import { beforeAll, expect, it } from 'vitest';
import { anotherCode } from '#tests/auth/mailed-code.ts';
import { PASSWORD, type SeededCompany } from '#tests/support/servers/seed-company.ts';
import { type MailReader, mailReader } from './mail-reader.ts';
import type { OutsideClient } from './outside-client.ts';
import { client, type StoryRun, signedIn } from './story-world.ts';

const CHOSEN = ' Ünreadable Otter! ';

/** Forgets the password, reads the mail, chooses another one. */
export function forgottenPassword(run: StoryRun): void {
  let company: SeededCompany;
  let email: string;
  let me: OutsideClient;
  let signedInElsewhere: OutsideClient;
  let otpId: string;
  let mail: MailReader;

  beforeAll(async () => {
    company = await run.world().seedCompany();
    email = company.associates[0]?.email ?? '';
    me = client(run);
    mail = mailReader(run.world().urls[0] ?? '', email);
    signedInElsewhere = await signedIn(run, email);
  });

  it('is refused with an unknown email', { tags: ['spec-8.19'] }, async () => {
    const body = { username: 'not.there@example.test' };
    expect(await me.refused('POST /employees/confirmemail', { body })).toEqual([
      404,
      'No such email. Please contact your administrator if this is unexpected.',
    ]);
  });

  it('gets a code by mail, and another one that replaces it', {
    tags: ['spec-4.1', 'spec-7.7', 'spec-7.8'],
  }, async () => {
    const first = await me.done('POST /employees/confirmemail', { body: { username: email } });
    const code = await mail.code(1);
    const second = await me.done('POST /employees/resendotp', { body: { username: email } });
    expect(second.message).toBe('OTP sent to your email');
    expect(second.otpId).not.toBe(first.otpId);
    const old = { otp: code, id: first.otpId };
    expect(await me.refused('POST /employees/verifyotp', { body: old })).toEqual([400, 'Wrong passcode.']);
    otpId = second.otpId;
  });

  it('is refused with a wrong code, and continues with the right one', {
    tags: ['spec-4.1', 'spec-7.9'],
  }, async () => {
    const code = await mail.code(2);
    const wrong = { otp: anotherCode(code), id: otpId };
    expect(await me.refused('POST /employees/verifyotp', { body: wrong })).toEqual([400, 'Wrong passcode.']);
    await me.done('POST /employees/verifyotp', { body: { otp: code, id: otpId } });
  });

  it('sees the password rules in the order of the specification', { tags: ['spec-4.1'] }, async () => {
    for (const [newPassword, message] of [
      ['Short.1', 'The password should be at least 8 characters long'],
      ['no capital!', 'The password should include at least one capital letter'],
      ['NoSymbol1', 'The password should contain at least one symbol. Eg: @, !, #, etc.'],
    ] as const) {
      const body = { newPassword, username: email, otpId };
      expect(await me.refused('PUT /employees/resetpassword', { body })).toEqual([400, message]);
    }
  });

  it('chooses another password, which ends all their sessions, and is notified by mail', {
    tags: ['decision-4.15'],
  }, async () => {
    const body = { newPassword: CHOSEN, username: email, otpId };
    await me.done('PUT /employees/resetpassword', { body });
    await expect
      .poll(async () => (await signedInElsewhere.done('GET /employees/is-logged-in')).isLoggedIn)
      .toBe(false);
    await expect.poll(async () => (await mail.mails()).at(-1)?.subject).toMatch(/password was changed/);
    const [status] = await me.refused('PUT /employees/resetpassword', { body });
    expect(status).toBe(400);
  });

  it('signs in with the new password only', async () => {
    const login = (password: string) => ({ body: { username: email, password } });
    expect(await me.refused('POST /login', login(PASSWORD))).toEqual([401, 'Wrong email or password']);
    expect(await me.refused('POST /login', login(CHOSEN.trim()))).toEqual([401, 'Wrong email or password']);
    await me.done('POST /login', login(CHOSEN));
  });
}
