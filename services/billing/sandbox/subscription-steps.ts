import { BASE_CENTS, monthlyCents, SEAT_CENTS } from '#contracts/plan.ts';
import { derivedId } from '#platform/ids.ts';
import {
  currentPeriod,
  type Invoice,
  proratedCents,
  type SandboxEvent,
  type SandboxSubscription,
  type Step,
  webhook,
} from './sandbox-subscription.ts';

type Start = {
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

const DAY = 86_400;
const NOTICE_BEFORE_TRIAL_END = 3 * DAY;
/** Days after an invoice at which an unpaid one is tried again. After the last attempt the subscription ends. */
export const RETRY_DAYS: readonly number[] = [3, 5, 7];

/** When time alone changes the subscription next, in seconds since 1970; null: never. */
export function dueAt(subscription: SandboxSubscription): number | null {
  switch (subscription.status) {
    case 'trialing':
      return subscription.trialEndAnnounced
        ? subscription.anchor
        : subscription.anchor - NOTICE_BEFORE_TRIAL_END;
    case 'active':
      return currentPeriod(subscription).end;
    case 'past_due':
      return subscription.unpaid?.tryAgainAt ?? null;
    case 'canceled':
      return null;
  }
}

/** Every change that was due by `now`, each dated at its own second, however late this is called. */
export function advanceTo(subscription: SandboxSubscription, now: number): Step {
  const events: SandboxEvent[] = [];
  let current = subscription;
  for (let at = dueAt(current); at !== null && at <= now; at = dueAt(current)) {
    const step = next(current, at);
    events.push(...step.events);
    current = step.subscription;
  }
  return { subscription: current, events };
}

function next(subscription: SandboxSubscription, at: number): Step {
  if (subscription.status === 'past_due') return failAgain(subscription, at);
  if (subscription.status === 'trialing' && !subscription.trialEndAnnounced) {
    return {
      subscription: { ...subscription, trialEndAnnounced: true },
      events: [webhook('customer.subscription.trial_will_end', at)],
    };
  }
  return billMonth(subscription, at);
}

/** Starts the next month with its invoice: the plan's price and pending prorations, less credit. */
export function billMonth(subscription: SandboxSubscription, at: number): Step {
  const total = monthlyCents(subscription.seats) + subscription.pendingCents - subscription.creditCents;
  const cents = Math.max(total, 0);
  const renewed: SandboxSubscription = {
    ...subscription,
    status: 'active',
    months: subscription.months + 1,
    pendingCents: 0,
    creditCents: Math.max(-total, 0),
  };
  const period = currentPeriod(renewed);
  const id = `in_${derivedId(subscription.id, 'month', period.start).replaceAll('-', '')}`;
  const invoice: Invoice = { id, reason: 'month', period, cents };
  const opened: SandboxEvent = { kind: 'invoice opened', invoice, at };
  if (cents === 0 || subscription.cardPays) {
    return { subscription: renewed, events: [opened, ...paid(id, cents, at)] };
  }
  const [firstRetry = 0] = RETRY_DAYS;
  const unpaid = { invoiceId: id, since: at, cents, tries: 1, tryAgainAt: at + firstRetry * DAY };
  return { subscription: { ...renewed, status: 'past_due', unpaid }, events: [opened, ...notPaid(at)] };
}

/** Every retry fails: a card that pays has paid the invoice when it was attached. */
function failAgain(subscription: SandboxSubscription, at: number): Step {
  const { unpaid } = subscription;
  if (!unpaid) throw new Error(`${subscription.id} is past due without an unpaid invoice`);
  const days = RETRY_DAYS[unpaid.tries];
  if (days === undefined) return cancelUnpaid(subscription, at);
  const again = { ...unpaid, tries: unpaid.tries + 1, tryAgainAt: unpaid.since + days * DAY };
  return { subscription: { ...subscription, unpaid: again }, events: notPaid(at) };
}

function cancelUnpaid(subscription: SandboxSubscription, at: number): Step {
  const invoiceId = subscription.unpaid?.invoiceId ?? '';
  const ended = { status: 'canceled', unpaid: null, canceledAt: at } as const;
  return {
    subscription: { ...subscription, ...ended, pendingCents: 0, creditCents: 0 },
    events: [
      webhook('invoice.payment_failed', at),
      { kind: 'invoice closed', invoiceId, as: 'void', at },
      webhook('customer.subscription.deleted', at),
    ],
  };
}

/** Pays the unpaid invoice with the subscription's card; no effect when there is none. */
export function payUnpaid(subscription: SandboxSubscription, at: number): Step {
  if (!subscription.unpaid) return { subscription, events: [] };
  const { invoiceId, cents } = subscription.unpaid;
  return {
    subscription: { ...subscription, status: 'active', unpaid: null },
    events: paid(invoiceId, cents, at),
  };
}

function paid(invoiceId: string, cents: number, at: number): SandboxEvent[] {
  return [
    ...(cents > 0 ? [{ kind: 'charge', invoiceId, cents, at } as const] : []),
    { kind: 'invoice closed', invoiceId, as: 'paid', at },
    webhook('invoice.paid', at),
    webhook('customer.subscription.updated', at),
  ];
}

function notPaid(at: number): SandboxEvent[] {
  return [webhook('invoice.payment_failed', at), webhook('customer.subscription.updated', at)];
}
