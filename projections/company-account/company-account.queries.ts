import type { Kysely } from 'kysely';
import { isActive } from '../active-subscription.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type CompanyAccount = {
  readonly name: string;
  /** One of the ranges of the registration form. */
  readonly employeeCount: string;
  readonly superEmployeeId: string;
  /** In the provider's words; null before the first subscription. */
  readonly status: string | null;
  readonly subscriptionIsActive: boolean;
  /** UTC ISO-8601. */
  readonly trialEndsAt: string | null;
  readonly nextBillingAt: string | null;
  /** Of payments; null before the first subscription. */
  readonly provider: string | null;
};

/** The company's own account; undefined for an unknown one. */
export async function companyAccount(
  db: Kysely<ReadModels>,
  companyId: string,
): Promise<CompanyAccount | undefined> {
  if (!canExist(companyId)) return undefined;
  const row = await db
    .selectFrom('read.company_account as a')
    .selectAll()
    .where('a.company_id', '=', companyId)
    .executeTakeFirst();
  return (
    row && {
      name: row.name,
      employeeCount: row.employee_count,
      superEmployeeId: row.super_employee_id,
      status: row.status,
      subscriptionIsActive: isActive(row.status),
      trialEndsAt: row.trial_ends_at,
      nextBillingAt: row.next_billing_at,
      provider: row.provider,
    }
  );
}
