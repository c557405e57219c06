import { derivedId } from '#platform/ids.ts';
import { BASE_CENTS, SEAT_CENTS } from '../subscription/plan.ts';
import { proratedCents } from './prorations.ts';
import { billMonth, payUnpaid } from './renewals.ts';
import {
  currentPeriod,
  type SandboxEvent,
  type SandboxSubscription,
  type Step,
  webhook,
} from './sandbox-subscription.ts';

const DAY = 86_400;

export type Start = {
  readonly id: string;
  readonly seats: number;
  readonly cardPays: boolean;
  readonly trialDays: number;
};

/** Null: the first month is due now and the card does not pay it. Here and below, `at` in seconds since 1970. */
export function start({ id, seats, cardPays, trialDays }: Start, at: number): Step | null {
  const anchor = at + trialDays * DAY;
  const subscription: SandboxSubscription = {
    id,
    status: 'trialing',
    seats,
    cardPays,
    createdAt: at,
    trialEndsAt: trialDays > 0 ? anchor : null,
    trialEndAnnounced: false,
    anchor,
    months: 0,
    pendingCents: 0,
    creditCents: 0,
    unpaid: null,
    canceledAt: null,
    refundCents: 0,
  };
  const created = webhook('customer.subscription.created', at);
  if (trialDays > 0) return { subscription, events: [created] };
  if (!cardPays) return null;
  const billed = billMonth(subscription, at);
  return { subscription: billed.subscription, events: [created, ...billed.events] };
}

/** Sets the seats from now on. The difference for the rest of the month is on the next invoice. */
export function changeSeats(subscription: SandboxSubscription, seats: number, at: number): Step {
  if (subscription.status === 'canceled' || subscription.seats === seats) return { subscription, events: [] };
  const proration =
    unusedCents(subscription, seats * SEAT_CENTS, at) -
    unusedCents(subscription, subscription.seats * SEAT_CENTS, at);
  return {
    subscription: { ...subscription, seats, pendingCents: subscription.pendingCents + proration },
    events: [webhook('customer.subscription.updated', at)],
  };
}

/** Null: there is an unpaid invoice, and the card does not pay it. */
export function changeCard(subscription: SandboxSubscription, cardPays: boolean, at: number): Step | null {
  if (subscription.unpaid && !cardPays) return null;
  const paid = payUnpaid({ ...subscription, cardPays }, at);
  return {
    subscription: paid.subscription,
    events: [...paid.events, webhook('customer.subscription.updated', at)],
  };
}

/**
 * Ends the subscription now. The customer owes the unpaid invoice and the pending prorations, less credit and the
 * rest of the month. A negative sum is refunded. A positive sum is charged, unless an invoice is unpaid: then both
 * are dropped.
 */
export function cancel(subscription: SandboxSubscription, at: number): Step {
  if (subscription.status === 'canceled') return { subscription, events: [] };
  const period = currentPeriod(subscription);
  const unused =
    unusedCents(subscription, BASE_CENTS, at) +
    unusedCents(subscription, subscription.seats * SEAT_CENTS, at);
  const { unpaid, pendingCents, creditCents } = subscription;
  const owed = (unpaid?.cents ?? 0) + pendingCents - creditCents - unused;
  const refundCents = Math.max(-owed, 0);
  const events: SandboxEvent[] = [];
  if (unpaid) {
    events.push({ kind: 'invoice closed', invoiceId: unpaid.invoiceId, as: 'void', at });
  } else if (owed > 0 && subscription.cardPays) {
    const id = `in_${derivedId(subscription.id, 'end').replaceAll('-', '')}`;
    const invoice = { id, reason: 'end', period: { start: period.start, end: at }, cents: owed } as const;
    events.push(
      { kind: 'invoice opened', invoice, at },
      { kind: 'charge', invoiceId: id, cents: owed, at },
      { kind: 'invoice closed', invoiceId: id, as: 'paid', at },
      webhook('invoice.paid', at),
    );
  }
  if (refundCents > 0) {
    events.push({ kind: 'refund', cents: refundCents, at });
  }
  events.push(webhook('customer.subscription.deleted', at));
  const ended = { status: 'canceled', unpaid: null, canceledAt: at, refundCents } as const;
  return { subscription: { ...subscription, ...ended, pendingCents: 0, creditCents: 0 }, events };
}

/** The part of `cents` a month that falls on the rest of this month; 0 in a trial. */
function unusedCents(subscription: SandboxSubscription, cents: number, at: number): number {
  return subscription.status === 'trialing' ? 0 : proratedCents(cents, currentPeriod(subscription), at);
}
