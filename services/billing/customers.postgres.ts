import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { derivedId } from '#platform/ids.ts';
import type { BillingTables } from './billing-tables.ts';
import type { Payments, Unavailable } from './payments.port.ts';
import type { Payer } from './subscription/payers.fold.ts';

type CustomersDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly payments: Pick<Payments, 'provider' | 'ensureCustomer'>;
};

/** The provider's customer id of a company. The provider is asked once; then the id is stored. */
export type EnsureCustomer = (
  companyId: string,
  payer: Pick<Payer, 'companyName' | 'email'>,
) => Promise<{ readonly ok: true; readonly customerId: string } | Unavailable>;

export function createEnsureCustomer({ pool, clock, payments }: CustomersDeps): EnsureCustomer {
  const db = queriesOn<BillingTables>(pool);
  const { provider } = payments;
  return async (companyId, { companyName, email }) => {
    const known = await db
      .selectFrom('billing_customers')
      .select('customer_id')
      .where('company_id', '=', companyId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    if (known) return { ok: true, customerId: known.customer_id };
    // Name and email are part of the key: one key may not come with two inputs.
    const key = derivedId('customer', companyId, companyName, email);
    const made = await payments.ensureCustomer({ companyId, companyName, email, key });
    if (!made.ok) return made;
    await db
      .insertInto('billing_customers')
      .values({ company_id: companyId, provider, customer_id: made.customerId, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ok: true, customerId: made.customerId };
  };
}
