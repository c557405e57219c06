import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { createSemaphore } from '#platform/concurrency/mutex.ts';
import type { Person } from '#platform/principal.ts';
import { createSecondFactors } from '#services/auth/second-factors.ts';
import { createSecondSteps } from '#services/auth/second-steps.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const NO_MAIL = async () => {};

/** What an authenticator app shows at that moment for a secret in base32, computed from RFC 4226 and RFC 6238. */
export function codeOf(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Second factors of one person, as that program would make them. */
export function createFactorSource(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  person: Person,
) {
  const factors = createSecondFactors({ pool, clock });
  const inTurn = createSemaphore({ running: 1, waiting: 100 });
  const codeToAdd = async () => codeOf((await factors.offer(person, 'ada@example.test')).secret, clock.now());

  /** Their recovery codes. An app that they had goes first: within half a minute its code would be a used one. */
  const added = (): Promise<readonly string[]> =>
    inTurn(async () => {
      await factors.reset(person, NO_MAIL);
      const result = await factors.confirm(person, await codeToAdd(), NO_MAIL);
      if (!result.ok) throw new Error(`not added: ${result.code}`);
      return result.value;
    });

  return {
    /** The first code of an app. */
    codeToAdd,
    added,
    /** A sign-in after its password: the token of its cookie, and a code. */
    async toSignIn() {
      const [code = ''] = await added();
      const { rows } = await pool.query<{ password_hash: string }>(
        'SELECT password_hash FROM accounts WHERE company_id = $1 AND employee_id = $2',
        [person.companyId, person.employeeId],
      );
      const passwordHash = rows[0]?.password_hash ?? '';
      return { token: await createSecondSteps({ pool, clock }).begin({ ...person, passwordHash }), code };
    },
  };
}
