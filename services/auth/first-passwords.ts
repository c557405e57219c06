import { sql } from 'kysely';
import type pg from 'pg';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { AccountRules } from './account-rules.ts';
import type { AuthTables } from './auth-tables.ts';
import { verifySignIn } from './passwords.ts';

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

type FirstPasswordsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly rules: Pick<AccountRules, 'of'>;
};

/** Passwords that another person chose. */
export function createFirstPasswords({ pool, clock, rules }: FirstPasswordsDeps) {
  const db = queriesOn<AuthTables>(pool);

  return {
    /** What a sign-in with the right password lacks; `endsAt` is null for a person's own password. */
    async lack(
      companyId: string,
      endsAt: string | null,
    ): Promise<'firstPasswordEnded' | 'ownPasswordRequired' | null> {
      if (endsAt === null) return null;
      if (Date.parse(endsAt) <= clock.now().getTime()) return 'firstPasswordEnded';
      return (await rules.of(companyId)).ownPasswords ? 'ownPasswordRequired' : null;
    },

    /** Whether that is the first password of the person: as their own one, its giver would know it. */
    async isFirst({ companyId, employeeId }: Person, password: string): Promise<boolean> {
      const found = await db
        .selectFrom('accounts')
        .select('password_hash')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where(sql<boolean>`password_hash = first_password_hash`)
        .executeTakeFirst();
      return found?.password_hash ? verifySignIn(password, found.password_hash) : false;
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
