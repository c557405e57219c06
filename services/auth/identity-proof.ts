import { sql } from 'kysely';
import type pg from 'pg';
import { type Rejected, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Principal } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';
import { everyEmail } from './email-rows.ts';

const GOOD_FOR_MS = 5 * 60_000;

/**
 * Before an act that a thief of a session must not do, the session has to have proven within five minutes whose it is: it
 * began then, or the person gave the password or used a passkey again.
 */
export function createIdentityProof({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const session = ({ companyId, employeeId, sessionId }: Principal) =>
    ({ company_id: companyId, employee_id: employeeId, session_id: sessionId }) as const;
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
      return clock.now().getTime() - since <= GOOD_FOR_MS ? null : rejected('confirmIdentity');
    },

    /** The session has just proven it. */
    async given(caller: Principal): Promise<void> {
      const { company_id, employee_id, session_id } = session(caller);
      await db
        .updateTable('sessions')
        .set({ proven_at: clock.now() })
        .where('session_id', '=', session_id)
        .where('company_id', '=', company_id)
        .where('employee_id', '=', employee_id)
        .execute();
    },

    /** The email that the caller signs in with. */
    async emailOf({ companyId, employeeId }: Principal): Promise<string> {
      const { rows } = await sql<{ email: string }>`
        SELECT email FROM ${everyEmail} AS e WHERE company_id = ${companyId} AND employee_id = ${employeeId}
         ORDER BY settled DESC LIMIT 1`.execute(db);
      return rows[0]?.email ?? '';
    },
  };
}

export type IdentityProof = ReturnType<typeof createIdentityProof>;
