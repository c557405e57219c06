import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { BillingTables } from '../billing-tables.ts';
import type { Payments } from '../payments.port.ts';

export type ReceiveDeps = {
  readonly payments: Pick<Payments, 'provider' | 'readWebhook'>;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Starts the job that applies the stored events. */
  readonly providerEvents: { notifyStored(): void };
};

/** A webhook as it came over the wire. */
export type Delivery = { readonly rawBody: Buffer; readonly signature: string | undefined };

/**
 * Stores the id, the type and the subscription of a webhook, once however often it is delivered. Its content is not
 * stored: a job asks the provider for the current state. False: the signature is not the provider's. Throws while
 * the database is away; the provider then delivers again.
 */
export function createReceiveWebhook({ payments, pool, clock, providerEvents }: ReceiveDeps) {
  const db = queriesOn<BillingTables>(pool);
  return async ({ rawBody, signature }: Delivery): Promise<boolean> => {
    const event = await payments.readWebhook(rawBody, signature);
    if (!event) return false;
    const now = clock.now();
    await db
      .insertInto('provider_events')
      .values({
        provider: payments.provider,
        id: event.id,
        type: event.type,
        company_id: event.companyId,
        subscription_id: event.subscriptionId,
        happened_at: new Date(event.at),
        received_at: now,
        due_at: now,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
      .execute();
    providerEvents.notifyStored();
    return true;
  };
}

export type ReceiveWebhook = ReturnType<typeof createReceiveWebhook>;
