import { derivedId } from '#platform/ids.ts';
import { BASE_CENTS, SEAT_CENTS } from '../plan.ts';
import { proratedCents } from '../prorations.ts';
import { announced, currentPeriod, type Happening, type Life, type Step } from './life.ts';
import { billMonth, payUnpaid } from './renewals.ts';

const DAY = 86_400;

export type Beginning = {
  readonly id: string;
  readonly seats: number;
  readonly cardPays: boolean;
  readonly trialDays: number;
};

/** Null: the first month is due now and the card does not pay it. `at` in seconds since 1970, as below. */
export function begin({ id, seats, cardPays, trialDays }: Beginning, at: number): Step | null {
  const anchor = at + trialDays * DAY;
  const life: Life = {
    id,
    status: 'trialing',
    seats,
    cardPays,
    createdAt: at,
    trialEndsAt: trialDays > 0 ? anchor : null,
    trialEndTold: false,
    anchor,
    months: 0,
    pendingCents: 0,
    creditCents: 0,
    unpaid: null,
    canceledAt: null,
    refundCents: 0,
  };
  const created = announced('customer.subscription.created', at);
  if (trialDays > 0) return { life, happened: [created] };
  if (!cardPays) return null;
  const { life: paid, happened } = billMonth(life, at);
  return { life: paid, happened: [created, ...happened] };
}

/** So many seats from now on; the rest of the month costs as much more or less on the next bill. */
export function changeSeats(life: Life, seats: number, at: number): Step {
  if (life.status === 'canceled' || life.seats === seats) return { life, happened: [] };
  const proration = restOf(life, seats * SEAT_CENTS, at) - restOf(life, life.seats * SEAT_CENTS, at);
  return {
    life: { ...life, seats, pendingCents: life.pendingCents + proration },
    happened: [announced('customer.subscription.updated', at)],
  };
}

/** Null: there is a bill to pay first, and the card does not pay it. */
export function changeCard(life: Life, cardPays: boolean, at: number): Step | null {
  if (life.unpaid && !cardPays) return null;
  const { life: changed, happened } = payUnpaid({ ...life, cardPays }, at);
  return { life: changed, happened: [...happened, announced('customer.subscription.updated', at)] };
}

/**
 * Ends it now. What is owed: an unpaid bill and what is pending, less credit and the rest of the month. Below
 * zero it is refunded; above, it is charged, unless a bill is unpaid: then it is dropped with the bill.
 */
export function endNow(life: Life, at: number): Step {
  if (life.status === 'canceled') return { life, happened: [] };
  const period = currentPeriod(life);
  const unused = restOf(life, BASE_CENTS, at) + restOf(life, life.seats * SEAT_CENTS, at);
  const owed = (life.unpaid?.cents ?? 0) + life.pendingCents - life.creditCents - unused;
  const refundCents = Math.max(-owed, 0);
  const happened: Happening[] = [];
  if (life.unpaid) {
    happened.push({ kind: 'settled', invoiceId: life.unpaid.invoiceId, as: 'void', at });
  } else if (owed > 0 && life.cardPays) {
    const id = `in_${derivedId(life.id, 'end').replaceAll('-', '')}`;
    const invoice = { id, reason: 'end', period: { start: period.start, end: at }, cents: owed } as const;
    happened.push(
      { kind: 'billed', invoice, at },
      { kind: 'charge', invoiceId: id, cents: owed, at },
      { kind: 'settled', invoiceId: id, as: 'paid', at },
      announced('invoice.paid', at),
    );
  }
  if (refundCents > 0) {
    happened.push({ kind: 'refund', cents: refundCents, at });
  }
  happened.push(announced('customer.subscription.deleted', at));
  const ended = { status: 'canceled', unpaid: null, canceledAt: at, refundCents } as const;
  return { life: { ...life, ...ended, pendingCents: 0, creditCents: 0 }, happened };
}

/** What a line of the bill costs for the rest of the month; a trial costs nothing. */
function restOf(life: Life, cents: number, at: number): number {
  return life.status === 'trialing' ? 0 : proratedCents(cents, currentPeriod(life), at);
}
