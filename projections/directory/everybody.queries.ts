import { type Kysely, sql } from 'kysely';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type Named = { readonly id: string; readonly first_name: string; readonly last_name: string };

/** Names of these people of the company, the deleted included, in no order; unknown ids are left out. */
export async function namesOf(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeIds: readonly string[],
): Promise<Named[]> {
  const possible = [...new Set(employeeIds)].filter((id) => canExist(id));
  if (!canExist(companyId) || possible.length === 0) return [];
  return (
    db
      .selectFrom('read.employees as e')
      .select(['e.employee_id as id', 'e.first_name', 'e.last_name'])
      .where('e.company_id', '=', companyId)
      // One text for lists of every length, so that it can stay prepared.
      .where('e.employee_id', '=', sql<string>`ANY (${possible}::text[])`)
      .execute()
  );
}
