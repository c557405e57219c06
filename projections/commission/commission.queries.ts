import type { Kysely } from 'kysely';
import type { Cents } from '#contracts/money.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Commission of Closed sales in cents, all time or within local dates (yyyy-mm-dd, both inclusive). */
export async function commissionOf(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  range: { readonly from?: string; readonly to?: string } = {},
): Promise<Cents> {
  const days = [range.from, range.to].filter((day) => day !== undefined);
  if (!canExist(companyId, employeeId) || !days.every(isDay)) return 0;
  let query = db
    .selectFrom('read.commission as c')
    .select(({ fn }) => fn.sum<number | null>('c.commission_cents').as('cents'))
    .where('c.company_id', '=', companyId)
    .where('c.employee_id', '=', employeeId);
  if (range.from !== undefined) query = query.where('c.day', '>=', range.from);
  if (range.to !== undefined) query = query.where('c.day', '<=', range.to);
  return (await query.executeTakeFirstOrThrow()).cents ?? 0;
}
