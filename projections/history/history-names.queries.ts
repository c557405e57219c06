import { type Kysely, sql } from 'kysely';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Ids that need a name. */
export type NamedIds = {
  readonly persons: readonly string[];
  readonly campaigns: readonly string[];
  readonly goals: readonly string[];
};

type Named = { readonly id: string; readonly name: string };

/** What was found for them. */
export type FoundNames = {
  readonly persons: readonly Named[];
  readonly campaigns: readonly Named[];
  readonly goals: readonly Named[];
};

export type NamedThing = Named & { readonly kind: 'person' | 'campaign' | 'goal'; readonly deleted: boolean };

/** Names of what a history mentions: a part of `createHistoryQueries`. */
export function createNameQueries(db: Kysely<ReadModels>) {
  return {
    /** Their names now, the deleted included; unknown ids are left out. One query for all of them. */
    async historyNames(companyId: string, { persons, campaigns, goals }: NamedIds): Promise<FoundNames> {
      const found = { persons: [] as Named[], campaigns: [] as Named[], goals: [] as Named[] };
      if (!canExist(companyId)) return found;
      const [people, those, others] = [persons, campaigns, goals].map((ids) =>
        ids.filter((id) => canExist(id)),
      );
      const { rows } = await sql<Named & { kind: keyof FoundNames }>`
    SELECT 'persons' AS kind, employee_id AS id, first_name || ' ' || last_name AS name
      FROM read.employees WHERE company_id = ${companyId} AND employee_id = ANY (${people}::text[])
    UNION ALL
    SELECT 'campaigns', campaign_id, name
      FROM read.campaigns WHERE company_id = ${companyId} AND campaign_id = ANY (${those}::text[])
    UNION ALL
    SELECT 'goals', goal_id, name
      FROM read.goals WHERE company_id = ${companyId} AND goal_id = ANY (${others}::text[])`.execute(db);
      for (const { kind, id, name } of rows) found[kind].push({ id, name });
      return found;
    },

    /** Every person, campaign and goal that the company has or had, sorted by their names now. */
    async allHistoryNames(companyId: string, wish: PageWish): Promise<Page<NamedThing>> {
      if (!canExist(companyId)) return { rows: [], next: null };
      const { rows } = await sql<NamedThing>`
    SELECT 'person' AS kind, employee_id AS id, first_name || ' ' || last_name AS name, deleted
      FROM read.employees WHERE company_id = ${companyId}
    UNION ALL
    SELECT 'campaign', campaign_id, name, deleted FROM read.campaigns WHERE company_id = ${companyId}
    UNION ALL
    SELECT 'goal', goal_id, name, deleted FROM read.goals WHERE company_id = ${companyId}`.execute(db);
      return pageByName(rows, wish, ({ name, id }) => [name, id]);
    },
  };
}
