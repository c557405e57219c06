import type { Kysely } from 'kysely';
import type { ReadModels } from '../read-models.ts';

type Person = { readonly companyId: string; readonly employeeId: string };

/**
 * The full name of a present employee whom the product may write to as such; null for the deleted, and where the
 * company never proved its email, or is no more. A company with a subscription proved it in its own way.
 */
export async function nameForMail(
  db: Kysely<ReadModels>,
  { companyId, employeeId }: Person,
): Promise<string | null> {
  const row = await db
    .selectFrom('read.employees as e')
    .innerJoin('read.company_account as a', 'a.company_id', 'e.company_id')
    .select(['e.first_name', 'e.last_name', 'a.stage', 'a.status'])
    .where('e.company_id', '=', companyId)
    .where('e.employee_id', '=', employeeId)
    .where('e.deleted', '=', false)
    .executeTakeFirst();
  const isProven = row?.stage === 'verified' || (row?.stage === 'registered' && row.status !== null);
  return row && isProven ? `${row.first_name} ${row.last_name}` : null;
}
