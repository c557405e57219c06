import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import { monthlyCents } from '#contracts/plan.ts';
import type { Clock } from '#platform/clock.ts';
import { foldStored } from '#platform/commands/fold.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';
import { runningOf, type Subscribed, subscriptionDecider } from '../subscription/subscription.decider.ts';
import { lockCustomer, providerId, recordsOf, secondsOf, writeStep } from './ledger.ts';
import { monthsAfter, type SandboxEvent, type SandboxSubscription } from './sandbox-subscription.ts';
import type { Tx } from './sandbox-tables.ts';

/** A subscription at the sandbox by our events. An import or the demo recorded it without calling the sandbox. */
export type RecordedSubscription = Pick<
  Subscribed,
  'providerSubscriptionId' | 'status' | 'trialEndsAt' | 'nextBillingAt' | 'seats'
> & { readonly companyId: string; readonly companyName: string };

export type RecordedSubscriptions = {
  /** The subscription that runs at the sandbox by our events. */
  of(companyId: string): Promise<RecordedSubscription | null>;
  /** Null as well when the company has another subscription by now. */
  byId(subscriptionId: string): Promise<RecordedSubscription | null>;
};

/** Subscriptions that were recorded without calling the sandbox have the company in their id. */
const ID = /^sub_(?:import_)?([0-9A-Za-z-]+)$/;

/** `aliases`: companies by the ids of subscriptions that do not contain them. */
export function createRecordedSubscriptions(
  store: Pick<EventStore, 'read'>,
  aliases: ReadonlyMap<string, string>,
): RecordedSubscriptions {
  async function of(companyId: string): Promise<RecordedSubscription | null> {
    const events = await store.read(streams.subscription(companyId));
    const running = runningOf(foldStored(subscriptionDecider.fold, events));
    if (running?.provider !== 'sandbox') return null;
    const [first] = await store.read(streams.company(companyId), { limit: 1 });
    const registered = first && decodeEvent(first);
    const companyName = registered?.type === 'CompanyRegistered' ? registered.data.name : '';
    return { ...running, companyId, companyName };
  }

  return {
    of,
    async byId(subscriptionId) {
      const companyId = aliases.get(subscriptionId) ?? ID.exec(subscriptionId)?.[1] ?? '';
      if (!isId(companyId)) return null;
      const recorded = await of(companyId);
      return recorded?.providerSubscriptionId === subscriptionId ? recorded : null;
    },
  };
}

const CARD = 'pm_card_visa';

/**
 * Adds a recorded subscription to the ledger with a card that pays and the current month paid, as if it had been
 * started at the sandbox. May be repeated, also concurrently. A company with another running subscription keeps that.
 */
export async function backfill(tx: Tx, clock: Clock, recorded: RecordedSubscription): Promise<void> {
  const now = secondsOf(clock);
  const subscription = subscriptionFrom(recorded, now);
  if (!subscription) return;
  const { companyId, companyName: name } = recorded;
  await tx
    .insertInto('sandbox.customers')
    .values({ id: providerId('cus'), company_id: companyId, name, email: null, created_at: now })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
  const { id: customerId } = await tx
    .selectFrom('sandbox.customers')
    .select('id')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const existing = (await recordsOf(tx, customerId)).map((record) => record.subscription);
  if (existing.some(({ id, status }) => id === subscription.id || status !== 'canceled')) return;
  const paymentMethodId = providerId('pm');
  await tx
    .insertInto('sandbox.payment_methods')
    .values({ id: paymentMethodId, customer_id: customerId, card: CARD, attached_at: now })
    .execute();
  const owner = { customerId, companyId, paymentMethodId };
  await writeStep(tx, owner, { subscription, events: firstEvents(subscription) });
  await lockCustomer(tx, clock, customerId);
}

/** Null: the subscription has ended or never started. */
function subscriptionFrom(recorded: RecordedSubscription, now: number): SandboxSubscription | null {
  if (recorded.status === 'canceled' || recorded.status === 'incomplete') return null;
  const trialEndsAt = secondsFrom(recorded.trialEndsAt);
  const isTrial = recorded.status === 'trialing';
  const anchor = secondsFrom(recorded.nextBillingAt) ?? (isTrial ? trialEndsAt : null) ?? monthsAfter(now, 1);
  return {
    id: recorded.providerSubscriptionId,
    status: isTrial ? 'trialing' : 'active',
    seats: Math.max(recorded.seats, 1),
    cardPays: true,
    createdAt: isTrial ? Math.min(now, anchor) : monthsAfter(anchor, -1),
    trialEndsAt,
    trialEndAnnounced: false,
    anchor,
    months: 0,
    pendingCents: 0,
    creditCents: 0,
    unpaid: null,
    canceledAt: null,
    refundCents: 0,
  };
}

/** The paid invoice of the current month. No webhooks: our events have the subscription already. */
function firstEvents(subscription: SandboxSubscription): SandboxEvent[] {
  const { id, seats, createdAt: at, anchor: end } = subscription;
  if (subscription.status === 'trialing') return [];
  const cents = monthlyCents(seats);
  const invoice = { id: `in_${id}`, reason: 'month', period: { start: at, end }, cents } as const;
  return [
    { kind: 'invoice opened', invoice, at },
    { kind: 'charge', invoiceId: invoice.id, cents, at },
    { kind: 'invoice closed', invoiceId: invoice.id, as: 'paid', at },
  ];
}

function secondsFrom(instant: string | null): number | null {
  return instant === null ? null : Math.floor(Date.parse(instant) / 1000);
}
