import { type Kysely, sql } from 'kysely';
import { ACTIVE_STATUSES } from '../active-subscription.ts';
import type { ReadModels } from '../read-models.ts';

/** How many employees are registered, the super employee included. */
export async function registeredEmployees(db: Kysely<ReadModels>, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('read.employees')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Companies that `provider` charges for another number of seats than they have employees; at least one seat. */
export async function companiesOutOfStep(db: Kysely<ReadModels>, provider: string): Promise<string[]> {
  const rows = await running(db, provider)
    .where(
      sql<boolean>`a.seats <> greatest(1, (
        SELECT count(*) FROM read.employees AS e WHERE e.company_id = a.company_id AND NOT e.deleted))`,
    )
    .execute();
  return rows.map(({ companyId }) => companyId);
}

/** Companies in a trial that ends before that instant, UTC ISO-8601. */
export async function trialsThatEndBefore(db: Kysely<ReadModels>, provider: string, instant: string) {
  const rows = await running(db, provider)
    .select('a.trial_ends_at')
    .where('a.status', '=', 'trialing')
    .where('a.trial_ends_at', '<', instant)
    .execute();
  return rows.map(({ companyId, subscriptionId, trial_ends_at }) => ({
    ...{ companyId, subscriptionId },
    trialEndsAt: trial_ends_at as string,
  }));
}

/** Subscriptions that should have been billed by that instant (UTC ISO-8601), or wait for a payment. */
export async function overdueAt(db: Kysely<ReadModels>, provider: string, instant: string) {
  return running(db, provider)
    .where((where) =>
      where.or([where('a.status', '=', 'past_due'), where('a.next_billing_at', '<', instant)]),
    )
    .execute();
}

/** Companies that nobody pays for, or ever paid for; of all, for what happens to those in the end. */
export async function companiesWithoutSubscription(db: Kysely<ReadModels>): Promise<string[]> {
  const rows = await db
    .selectFrom('read.company_account')
    .select('company_id as companyId')
    .where((where) => where.or([where('status', 'is', null), where('status', '=', 'canceled')]))
    .orderBy('company_id')
    .execute();
  return rows.map(({ companyId }) => companyId);
}

/** Null: no company of ours has or had that subscription last. */
export async function companyOfSubscription(
  db: Kysely<ReadModels>,
  subscriptionId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('read.company_account')
    .select('company_id')
    .where('provider_subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.company_id ?? null;
}

/** Those that the provider charges, or will when the trial ends. */
function running(db: Kysely<ReadModels>, provider: string) {
  return db
    .selectFrom('read.company_account as a')
    .select(['a.company_id as companyId'])
    .select(({ ref }) => ref('a.provider_subscription_id').$notNull().as('subscriptionId'))
    .where('a.provider', '=', provider)
    .where('a.status', 'in', [...ACTIVE_STATUSES]);
}
