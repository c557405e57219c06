import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { digest } from '#platform/digest.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';

export const SECOND_STEP_MS = 5 * 60_000;

/** A right password, by the hash that it matched. */
export type FirstStep = Person & { readonly passwordHash: string };

/**
 * Sign-ins between the password and the second factor, good for five minutes in any process. Of the token in the cookie
 * only the digest is stored. Another password ends them: no session opens for a former one.
 */
export function createSecondSteps({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);
  const now = () => clock.now().toISOString();
  return {
    /** Returns the token. */
    async begin({ companyId, employeeId, passwordHash }: FirstStep): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await db
        .insertInto('second_steps')
        .values({
          ...{ token_hash: digest(token), company_id: companyId, employee_id: employeeId },
          ...{ password_hash: passwordHash, expires_at: new Date(clock.now().getTime() + SECOND_STEP_MS) },
        })
        .execute();
      return token;
    },

    /** Null when it is unknown, has expired or was completed. */
    async find(token: string): Promise<FirstStep | null> {
      const found = await db
        .selectFrom('second_steps')
        .select(['company_id as companyId', 'employee_id as employeeId', 'password_hash as passwordHash'])
        .where('token_hash', '=', digest(token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return found ?? null;
    },

    async end(token: string): Promise<void> {
      await db.deleteFrom('second_steps').where('token_hash', '=', digest(token)).execute();
    },

    /** Drops expired ones; returns the number. */
    async forget(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('second_steps')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type SecondSteps = ReturnType<typeof createSecondSteps>;
