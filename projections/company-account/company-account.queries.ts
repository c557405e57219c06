import { type Kysely, sql } from 'kysely';
import {
  ACTIVE_STATUSES,
  type EmployeeCountRange,
  isActive,
  type SubscriptionStatus,
} from '#contracts/company-kinds.ts';
import type { FirstSteps } from '#contracts/endpoints/companies.endpoints.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type CompanyAccount = {
  readonly name: string;
  readonly employeeCountRange: EmployeeCountRange;
  readonly superEmployeeId: string;
  /** Null before the first subscription. */
  readonly status: SubscriptionStatus | null;
  readonly subscriptionIsActive: boolean;
  /** UTC ISO-8601. */
  readonly trialEndsAt: string | null;
  readonly nextBillingAt: string | null;
  /** Of payments; null before the first subscription. */
  readonly provider: 'sandbox' | 'stripe' | null;
};

export type CompanyAccountQueries = ReturnType<typeof createCompanyAccountQueries>;

/** Companies with their subscriptions. */
export function createCompanyAccountQueries(db: Kysely<ReadModels>) {
  return {
    /** The company's own account; undefined for an unknown one. */
    async companyAccount(companyId: string): Promise<CompanyAccount | undefined> {
      if (!canExist(companyId)) return undefined;
      const row = await db
        .selectFrom('read.company_account as a')
        .selectAll()
        .where('a.company_id', '=', companyId)
        .executeTakeFirst();
      return (
        row && {
          name: row.name,
          // Columns hold what events said, and those were checked.
          employeeCountRange: row.employee_count as EmployeeCountRange,
          superEmployeeId: row.super_employee_id,
          status: row.status as SubscriptionStatus | null,
          subscriptionIsActive: isActive(row.status),
          trialEndsAt: row.trial_ends_at,
          nextBillingAt: row.next_billing_at,
          provider: row.provider as CompanyAccount['provider'],
        }
      );
    },

    /** How many employees are registered, the super employee included. */
    async registeredEmployees(companyId: string): Promise<number> {
      const { count } = await db
        .selectFrom('read.employees')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('company_id', '=', companyId)
        .where('deleted', '=', false)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** What the company has so far of what it needs. */
    async firstSteps(companyId: string): Promise<FirstSteps> {
      const { rows } = await sql<FirstSteps>`SELECT
        EXISTS (SELECT FROM read.goals WHERE company_id = ${companyId} AND NOT deleted) AS goal,
        EXISTS (SELECT FROM read.campaigns WHERE company_id = ${companyId} AND NOT deleted) AS campaign,
        EXISTS (SELECT FROM read.employees
                 WHERE company_id = ${companyId} AND NOT deleted AND type <> 'super employee') AS people,
        EXISTS (SELECT FROM read.sales WHERE company_id = ${companyId}) AS sale`.execute(db);
      return rows[0] as FirstSteps;
    },

    /** Companies that `provider` charges for another number of seats than they have employees; at least one seat. */
    async companiesOutOfStep(provider: string): Promise<string[]> {
      const rows = await running(db, provider)
        .where(
          sql<boolean>`a.seats <> greatest(1, (
        SELECT count(*) FROM read.employees AS e WHERE e.company_id = a.company_id AND NOT e.deleted))`,
        )
        .execute();
      return rows.map(({ companyId }) => companyId);
    },

    /** Companies in a trial that ends before that instant, UTC ISO-8601. */
    async trialsThatEndBefore(provider: string, instant: string) {
      const rows = await running(db, provider)
        .select('a.trial_ends_at')
        .where('a.status', '=', 'trialing')
        .where('a.trial_ends_at', '<', instant)
        .execute();
      return rows.map(({ companyId, subscriptionId, trial_ends_at }) => ({
        ...{ companyId, subscriptionId },
        trialEndsAt: trial_ends_at as string,
      }));
    },

    /** Subscriptions that were due to be billed by that instant (UTC ISO-8601), or wait for a payment. */
    async overdueAt(provider: string, instant: string) {
      return running(db, provider)
        .where((where) =>
          where.or([where('a.status', '=', 'past_due'), where('a.next_billing_at', '<', instant)]),
        )
        .execute();
    },

    /** Companies without a subscription, or with a canceled one, of the whole installation: for retention only. */
    async companiesWithoutSubscription(): Promise<string[]> {
      const rows = await db
        .selectFrom('read.company_account')
        .select('company_id as companyId')
        .where((where) => where.or([where('status', 'is', null), where('status', '=', 'canceled')]))
        .orderBy('company_id')
        .execute();
      return rows.map(({ companyId }) => companyId);
    },

    /** The company whose latest subscription it is; null for a subscription that is not ours. */
    async companyOfSubscription(subscriptionId: string): Promise<string | null> {
      const row = await db
        .selectFrom('read.company_account')
        .select('company_id')
        .where('provider_subscription_id', '=', subscriptionId)
        .executeTakeFirst();
      return row?.company_id ?? null;
    },

    /** Companies that ever had a subscription and have not ended, of the whole installation: not for requests. */
    async completedCompanies(): Promise<{ companyId: string; name: string }[]> {
      return db
        .selectFrom('read.company_account')
        .select(['company_id as companyId', 'name'])
        .where('status', 'is not', null)
        .where('stage', 'not in', ['expired', 'terminated'])
        .execute();
    },
  };
}

/** Subscriptions that the provider charges now or will charge when their trial ends. */
function running(db: Kysely<ReadModels>, provider: string) {
  return db
    .selectFrom('read.company_account as a')
    .select(['a.company_id as companyId'])
    .select(({ ref }) => ref('a.provider_subscription_id').$notNull().as('subscriptionId'))
    .where('a.provider', '=', provider)
    .where('a.status', 'in', [...ACTIVE_STATUSES]);
}
