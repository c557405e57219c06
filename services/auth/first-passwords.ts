import { sql } from 'kysely';
import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';

/** How long a password that another person chose is good. */
const VALID_MS = 14 * DAY_MS;

/**
 * What marks a password as a first one, for an account that gets it now: its hash, so that any new password, also one
 * that a former version of the program sets, is the person's own.
 */
export function firstPassword(hash: string | null, now: Date) {
  if (hash === null) return {};
  return { first_password_hash: hash, first_password_ends_at: new Date(now.getTime() + VALID_MS) };
}

/** First passwords, and the rule of a company about them. */
export function createFirstPasswords({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const db = queriesOn<AuthTables>(pool);

  /** Whether a first password is changed at the first sign-in. */
  async function mustChange(companyId: string): Promise<boolean> {
    const found = await db
      .selectFrom('account_rules')
      .select('own_passwords')
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    return found?.own_passwords ?? false;
  }

  return {
    mustChange,

    async require(companyId: string, isRequired: boolean): Promise<void> {
      const rule = { own_passwords: isRequired };
      await db
        .insertInto('account_rules')
        .values({ company_id: companyId, ...rule })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(rule))
        .execute();
    },

    /** What a sign-in with the right password lacks; `endsAt` is null for a person's own password. */
    async lack(
      companyId: string,
      endsAt: string | null,
    ): Promise<'firstPasswordEnded' | 'ownPasswordRequired' | null> {
      if (endsAt === null) return null;
      if (Date.parse(endsAt) <= clock.now().getTime()) return 'firstPasswordEnded';
      return (await mustChange(companyId)) ? 'ownPasswordRequired' : null;
    },

    /** UTC ISO-8601; null for a person's own password, or none. */
    async endOf({ companyId, employeeId }: Person): Promise<string | null> {
      const found = await db
        .selectFrom('accounts')
        .select('first_password_ends_at as endsAt')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where(sql<boolean>`password_hash = first_password_hash`)
        .executeTakeFirst();
      return found?.endsAt ?? null;
    },
  };
}

export type FirstPasswords = ReturnType<typeof createFirstPasswords>;
