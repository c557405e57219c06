import { sql } from 'kysely';
import type pg from 'pg';
import { accepted, type Rejected, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Principal } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { AuthTables } from './auth-tables.ts';
import type { DeviceCookie } from './session-cookie.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const GOOD_FOR_MS = 5 * 60_000;
/** Between machines. A proof from a later future is none: the clock was set back. */
const CLOCKS_DIFFER_MS = 5000;

/**
 * Before an act that a thief of a session must not do, the session has to have proven within five minutes whose it is: it
 * began then, or the person gave the password or used a passkey again.
 */
export function createIdentityProof({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const session = ({ companyId, employeeId, sessionId }: Principal) =>
    ({ company_id: companyId, employee_id: employeeId, session_id: sessionId }) as const;
  const isFresh = (since: number) => {
    const age = clock.now().getTime() - since;
    return age >= -CLOCKS_DIFFER_MS && age <= GOOD_FOR_MS;
  };
  return {
    /** The refusal of such an act; null when it may go on. */
    async missing(caller: Principal): Promise<Rejected<'confirmIdentity'> | null> {
      const { company_id, employee_id, session_id } = session(caller);
      const found = await db
        .selectFrom('sessions')
        .select(['created_at', 'proven_at'])
        .where('session_id', '=', session_id)
        .where('company_id', '=', company_id)
        .where('employee_id', '=', employee_id)
        .executeTakeFirst();
      const since = found ? Date.parse(found.proven_at ?? found.created_at) : Number.NEGATIVE_INFINITY;
      return isFresh(since) ? null : rejected('confirmIdentity');
    },

    /**
     * The refusal of an act that needs the password or a passkey, when the password is not sent; null when a passkey was
     * used in this session within five minutes. How the session began is no such proof. One that was added after that is
     * none either, unless the person has no password: a thief of the session would add one first.
     */
    async missingPasskey(caller: Principal): Promise<Rejected<'confirmIdentity' | 'passkeyTooNew'> | null> {
      const { company_id, employee_id, session_id } = session(caller);
      const { rows } = await sql<{ at: string; counts: boolean }>`
        SELECT s.passkey_proven_at AS at, (p.created_at < s.created_at OR a.password_hash IS NULL) AS counts
          FROM sessions s JOIN accounts a USING (company_id, employee_id)
          JOIN passkeys p USING (company_id, employee_id)
         WHERE s.session_id = ${session_id} AND company_id = ${company_id} AND employee_id = ${employee_id}
           AND p.passkey_id = s.proven_passkey_id`.execute(db);
      const [proof] = rows;
      if (!proof || !isFresh(Date.parse(proof.at))) return rejected('confirmIdentity');
      return proof.counts ? null : rejected('passkeyTooNew');
    },

    /** The session has just proven it, by the password or that passkey. */
    async given(caller: Principal, passkeyId: string | null): Promise<void> {
      const { company_id, employee_id, session_id } = session(caller);
      await db
        .updateTable('sessions')
        .set({
          proven_at: clock.now(),
          ...(passkeyId !== null && { passkey_proven_at: clock.now(), proven_passkey_id: passkeyId }),
        })
        .where('session_id', '=', session_id)
        .where('company_id', '=', company_id)
        .where('employee_id', '=', employee_id)
        .execute();
    },
  };
}

export type IdentityProof = ReturnType<typeof createIdentityProof>;

export type PasswordProofDeps = {
  readonly accounts: Pick<Accounts, 'verify' | 'emailOf'>;
  readonly limits: Pick<SignInLimits, 'attempt'>;
  readonly deviceCookie: DeviceCookie;
};

/** The client, as limits count it. */
export const clientOf = (
  { address, cookieHeader }: { readonly address: string; readonly cookieHeader: string | undefined },
  { deviceCookie }: Pick<PasswordProofDeps, 'deviceCookie'>,
) => ({ address, device: deviceCookie.read(cookieHeader) });

/** The email of the caller, and the hash that matched. */
type ProvenPassword = { readonly email: string; readonly passwordHash: string };

/** Whether the caller knows the password of the session; a stolen one guesses no faster than a sign-in. */
export async function provePassword(
  call: { readonly caller: Principal; readonly address: string; readonly cookieHeader: string | undefined },
  password: string,
  deps: PasswordProofDeps,
): Promise<Result<ProvenPassword, 'wrongPassword' | 'tooManyGuesses'> | TooManyRequests> {
  const { accounts, limits } = deps;
  const email = await accounts.emailOf(call.caller);
  if (email === null) return rejected('wrongPassword');
  const attempt = await limits.attempt(email, clientOf(call, deps), () =>
    accounts.verify(email, password, call.caller),
  );
  if (attempt.ok) return accepted({ email, passwordHash: attempt.value.passwordHash });
  if ('retryAfterSeconds' in attempt) return attempt;
  return rejected(attempt.code === 'tooManyGuesses' ? attempt.code : 'wrongPassword');
}
