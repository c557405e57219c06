import { sql } from 'kysely';
import type pg from 'pg';
import { normalizeName } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { RegistrationTables } from './registration-tables.ts';

/** A claim on a name expires after this long without a subscription. */
const KEPT_MS = 10 * 60_000;

export type CompanyNamesDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Whether the company ever had a subscription. */
  readonly isCompleted: (companyId: string) => Promise<boolean>;
  /** Companies that ever had a subscription and have not ended, by the read models. */
  readonly completed: () => Promise<readonly { readonly companyId: string; readonly name: string }[]>;
};

/** One completed company per name. Of several that subscribe at once under the same name, one gets it. */
export function createCompanyNames({ pool, clock, isCompleted, completed }: CompanyNamesDeps) {
  const db = queriesOn<RegistrationTables>(pool);

  /** Whether a completed company other than `except` has this name. */
  async function isTaken(name: string, except?: string): Promise<boolean> {
    const key = normalizeName(name);
    const others = await completed();
    return others.some((other) => other.companyId !== except && normalizeName(other.name) === key);
  }

  return {
    isTaken,

    /** Call before a company subscribes. False when another company has the name or is about to get it. */
    async claim(companyId: string, name: string): Promise<boolean> {
      if (await isTaken(name, companyId)) return false;
      const key = normalizeName(name);
      const holder = await db
        .selectFrom('company_names')
        .select('company_id')
        .where('name', '=', key)
        .executeTakeFirst();
      if (holder && holder.company_id !== companyId && (await isCompleted(holder.company_id))) return false;
      const given_up = new Date(clock.now().getTime() - KEPT_MS);
      const { rows } = await sql`
        INSERT INTO company_names (name, company_id, claimed_at)
        VALUES (${key}, ${companyId}, ${clock.now()})
        ON CONFLICT (name) DO UPDATE SET company_id = excluded.company_id, claimed_at = excluded.claimed_at
        WHERE company_names.company_id = excluded.company_id
           OR (company_names.company_id = ${holder?.company_id ?? ''} AND company_names.claimed_at < ${given_up})
        RETURNING name`.execute(db);
      return rows.length > 0;
    },

    /** Gives the name up after a failed subscription. */
    async release(companyId: string): Promise<void> {
      await db.deleteFrom('company_names').where('company_id', '=', companyId).execute();
    },
  };
}

export type CompanyNames = ReturnType<typeof createCompanyNames>;
