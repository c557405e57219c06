import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { derivedId } from '#platform/ids.ts';
import type { BillingTables } from './billing-tables.ts';
import type { Payer } from './payers.port.ts';
import type { Payments, Unavailable } from './payments.port.ts';

type CustomersDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly payments: Pick<Payments, 'provider' | 'ensureCustomer'>;
};

/** By which id the provider knows a company; asked for once, then remembered. */
export function createCustomers({ pool, clock, payments }: CustomersDeps) {
  const db = queriesOn<BillingTables>(pool);
  const { provider } = payments;
  return async (
    companyId: string,
    { companyName, email }: Pick<Payer, 'companyName' | 'email'>,
  ): Promise<{ readonly ok: true; readonly customerId: string } | Unavailable> => {
    const known = await db
      .selectFrom('billing_customers')
      .select('customer_id')
      .where('company_id', '=', companyId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    if (known) return { ok: true, customerId: known.customer_id };
    // A name or email that changed before the answer was stored would be another input under the same key.
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

export type CustomerOf = ReturnType<typeof createCustomers>;
