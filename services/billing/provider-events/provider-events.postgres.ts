import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { type BillingTables, nextAttemptAt } from '../billing-tables.ts';
import type { Payments } from '../payments.port.ts';
import type { ProviderEvents, StoredProviderEvent } from './apply-provider-events.ts';

export function createProviderEvents({
  pool,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}): ProviderEvents {
  const db = queriesOn<BillingTables>(pool);
  const updateOf = (events: readonly StoredProviderEvent[]) =>
    db
      .updateTable('provider_events')
      .where('applied_at', 'is', null)
      .where(
        sql<boolean>`(provider, id) IN (SELECT * FROM unnest(
          ${events.map(({ provider }) => provider)}::text[], ${events.map(({ id }) => id)}::text[]))`,
      );

  return {
    due: (limit) =>
      db
        .selectFrom('provider_events')
        .select([
          ...(['provider', 'id', 'type'] as const),
          'happened_at as at',
          'company_id as companyId',
          'subscription_id as subscriptionId',
        ])
        .where('applied_at', 'is', null)
        .where('set_aside', 'is', null)
        .where('due_at', '<=', clock.now().toISOString())
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    async markApplied(events) {
      await updateOf(events).set({ applied_at: clock.now() }).execute();
    },

    async postpone(events) {
      await updateOf(events)
        .set({
          tries: sql<number>`tries + 1`,
          due_at: nextAttemptAt(clock.now()),
        })
        .execute();
    },

    async setAside(events, reason) {
      await updateOf(events).set({ set_aside: reason }).execute();
    },

    async countSetAside() {
      const { count } = await db
        .selectFrom('provider_events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('set_aside', 'is not', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async deleteApplied(before) {
      const { numDeletedRows } = await db
        .deleteFrom('provider_events')
        .where('applied_at', '<', before.toISOString())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

type ReceiveDeps = {
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
