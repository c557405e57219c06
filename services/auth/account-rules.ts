import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';
import type { AuthTables } from './auth-tables.ts';

/** What a company asks of the accounts of its people. */
type Rules = {
  /** A first password is changed at the first sign-in. */
  readonly ownPasswords: boolean;
  /** Managers sign in with a second factor. */
  readonly managersFactor: boolean;
};

/** The rules of companies; both are off until the super employee sets them. */
export function createAccountRules({ pool }: { readonly pool: pg.Pool }) {
  const db = queriesOn<AuthTables>(pool);
  return {
    async of(companyId: string): Promise<Rules> {
      const found = await db
        .selectFrom('account_rules')
        .select(['own_passwords', 'managers_factor'])
        .where('company_id', '=', companyId)
        .executeTakeFirst();
      return { ownPasswords: found?.own_passwords ?? false, managersFactor: found?.managers_factor ?? false };
    },

    /** The other rule stays as it is. */
    async set(companyId: string, rules: Partial<Rules>): Promise<void> {
      const { ownPasswords: own_passwords, managersFactor: managers_factor } = rules;
      const changed = {
        ...(own_passwords !== undefined && { own_passwords }),
        ...(managers_factor !== undefined && { managers_factor }),
      };
      await db
        .insertInto('account_rules')
        .values({ company_id: companyId, own_passwords: false, ...changed })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(changed))
        .execute();
    },
  };
}

export type AccountRules = ReturnType<typeof createAccountRules>;
