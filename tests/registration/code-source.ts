import type pg from 'pg';
import { accepted } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import type { CodeFlow } from '#services/auth/codes.port.ts';
import { createOneTimeCodes } from '#services/auth/one-time-codes.ts';
import { cheapHash } from '#tests/support/servers/cheap-password.ts';

/** For tests that are not about codes. */
export const unlimited: Limits = {
  take: async () => accepted(),
  look: async () => accepted(),
  giveBack: async () => {},
  forget: async () => 0,
};

export type MailedCode = { readonly email: string; readonly otpId: string; readonly code: string };

/** Creates codes like the program, without mail; each for a network of its own, so that no limit applies. */
export function createCodeSource({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  let latest = '';
  let turn = Promise.resolve<unknown>(null);
  let networks = 0;
  const codes = createOneTimeCodes({
    pool,
    clock,
    limits: unlimited,
    known: async () => null,
    hash: async (text) => cheapHash(text),
    send: async ({ code }) => {
      latest = code;
    },
  });

  async function issue(flow: CodeFlow, email: string): Promise<MailedCode> {
    networks += 1;
    const client = { address: `network ${networks}`, device: null };
    const recipient = async () => ({ companyId: null });
    const issued = await codes.issue({ flow, email, client, recipient });
    if (!issued.ok) throw new Error(`no code: ${issued.code}`);
    return { email, otpId: issued.value, code: latest };
  }

  return {
    /** A code from a mail. */
    mailed(flow: CodeFlow, email: string): Promise<MailedCode> {
      // One after the other, so that the latest mail has this code.
      const mailed = turn.then(() => issue(flow, email));
      turn = mailed.catch(() => {});
      return mailed;
    },
    /** An `otpId` that a right code has opened. */
    async proven(flow: CodeFlow, email: string): Promise<string> {
      const { otpId, code } = await this.mailed(flow, email);
      const client = { address: 'anywhere', device: null };
      const verified = await codes.verify({ flow, otpId, code, client });
      if (!verified.ok) throw new Error(`not verified: ${verified.code}`);
      return otpId;
    },
  };
}
