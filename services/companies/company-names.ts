import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { RegistrationTables } from './registration-tables.ts';

/** Whoever claimed a name and did not subscribe by then does not keep it from others. */
const KEPT_MS = 10 * 60_000;

export type CompanyNamesDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Whether it ever had a subscription, as of now. */
  readonly isCompleted: (companyId: string) => Promise<boolean>;
  /** Companies that ever had a subscription and have not ended, as far as the read models know. */
  readonly completed: () => Promise<readonly { readonly companyId: string; readonly name: string }[]>;
};

/** As names are compared: whatever their case, width and spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** One completed company of a name. Of many that subscribe under the same name at once one gets it. */
export function createCompanyNames({ pool, clock, isCompleted, completed }: CompanyNamesDeps) {
  const db = queriesOn<RegistrationTables>(pool);

  /** Whether a completed company has this name, another one than `except`. */
  async function isTaken(name: string, except?: string): Promise<boolean> {
    const key = nameKey(name);
    const others = await completed();
    return others.some((other) => other.companyId !== except && nameKey(other.name) === key);
  }

  return {
    isTaken,

    /** Before a company subscribes: false when another one has the name, or is about to. */
    async claim(companyId: string, name: string): Promise<boolean> {
      if (await isTaken(name, companyId)) return false;
      const key = nameKey(name);
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

    /** It did not subscribe after all. */
    async release(companyId: string): Promise<void> {
      await db.deleteFrom('company_names').where('company_id', '=', companyId).execute();
    },
  };
}

export type CompanyNames = ReturnType<typeof createCompanyNames>;
