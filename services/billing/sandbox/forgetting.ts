import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { secondsOf } from './customers.ts';
import type { SandboxTables } from './tables.ts';

/** Nobody repeats a call after so long. The real provider keeps keys for a day, at least. */
const KEYS_KEPT_SECONDS = 30 * 86_400;

export async function forgetKeys(db: Kysely<SandboxTables>, clock: Clock): Promise<void> {
  await db
    .deleteFrom('sandbox.idempotency_keys')
    .where('created_at', '<', secondsOf(clock) - KEYS_KEPT_SECONDS)
    .execute();
}

/** Everything about a company, for good; false when there was nothing. */
export function forgetCompany(db: Kysely<SandboxTables>, companyId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('sandbox.customers')
      .select('id')
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return false;
    const subscriptions = tx
      .selectFrom('sandbox.subscriptions')
      .select('id')
      .where('customer_id', '=', customer.id);
    await tx.deleteFrom('sandbox.movements').where('subscription_id', 'in', subscriptions).execute();
    await tx.deleteFrom('sandbox.subscriptions').where('customer_id', '=', customer.id).execute();
    await tx.deleteFrom('sandbox.customers').where('id', '=', customer.id).execute();
    return true;
  });
}
