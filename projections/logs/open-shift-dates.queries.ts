import type { Kysely } from 'kysely';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Local dates of the shifts of an employee that have not ended. */
export async function openShiftDates(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
): Promise<string[]> {
  if (!canExist(companyId, employeeId)) return [];
  const rows = await db
    .selectFrom('read.shift_log')
    .select('login_date')
    .where('company_id', '=', companyId)
    .where('employee_id', '=', employeeId)
    .where('shift_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ login_date }) => login_date);
}
