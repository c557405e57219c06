import type pg from 'pg';
import type { HttpClient, HttpReply } from '#tests/support/servers/http-client.ts';
import { mailedCode } from './mailed-code.ts';

export const CHOSEN = 'Quiet.otter';

/** The calls of a reset, made with that browser by the reader of that mail. */
export function resetting(browser: HttpClient, pool: pg.Pool) {
  const steps = {
    ask: (username: string) => browser.post('/employees/confirmemail', { username }),
    again: (username: string) => browser.post('/employees/resendotp', { username }),
    verify: (id: string, otp: string) => browser.post('/employees/verifyotp', { id, otp }),
    reset: (username: string, otpId: string, newPassword = CHOSEN) =>
      browser.send('PUT', '/employees/resetpassword', { username, otpId, newPassword }),
    /** An `otpId` whose code was entered correctly. */
    async prove(username: string): Promise<string> {
      const { otpId } = (await steps.ask(username)).body;
      const { status } = await steps.verify(otpId, await mailedCode(pool, otpId));
      if (status !== 200) throw new Error(`the right code was answered ${status}`);
      return otpId;
    },
    async whole(username: string, newPassword?: string): Promise<HttpReply> {
      return steps.reset(username, await steps.prove(username), newPassword);
    },
  };
  return steps;
}
