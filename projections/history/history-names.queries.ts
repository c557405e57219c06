import { type Kysely, sql } from 'kysely';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type NamedIds = {
  readonly persons: readonly string[];
  readonly campaigns: readonly string[];
  readonly goals: readonly string[];
};

type Named = { readonly id: string; readonly name: string };
export type Found = {
  readonly persons: readonly Named[];
  readonly campaigns: readonly Named[];
  readonly goals: readonly Named[];
};

/** What these are called now, the deleted included; unknown ids are left out. */
export async function historyNames(
  db: Kysely<ReadModels>,
  companyId: string,
  { persons, campaigns, goals }: NamedIds,
): Promise<Found> {
  const [people, found, named] = await Promise.all([
    ask(persons, (ids) =>
      db
        .selectFrom('read.employees')
        .select(['employee_id as id', sql<string>`first_name || ' ' || last_name`.as('name')])
        .where('company_id', '=', companyId)
        .where('employee_id', '=', anyOf(ids))
        .execute(),
    ),
    ask(campaigns, (ids) =>
      db
        .selectFrom('read.campaigns')
        .select(['campaign_id as id', 'name'])
        .where('company_id', '=', companyId)
        .where('campaign_id', '=', anyOf(ids))
        .execute(),
    ),
    ask(goals, (ids) =>
      db
        .selectFrom('read.goals')
        .select(['goal_id as id', 'name'])
        .where('company_id', '=', companyId)
        .where('goal_id', '=', anyOf(ids))
        .execute(),
    ),
  ]);
  return { persons: people, campaigns: found, goals: named };
}

async function ask(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Named[]>,
): Promise<readonly Named[]> {
  const possible = ids.filter((id) => canExist(id));
  return possible.length === 0 ? [] : find(possible);
}

/** One text for lists of every length, so that it can stay prepared. */
function anyOf(ids: readonly string[]) {
  return sql<string>`ANY (${ids}::text[])`;
}
