import type { Clock } from '#platform/clock.ts';
import { monthlyCents } from '../plan.ts';
import { monthsAfter } from '../prorations.ts';
import type { Subscribed } from '../subscription-state.ts';
import { book, bookedOf, providerId } from './books.ts';
import { holdCustomer, secondsOf } from './customers.ts';
import type { Happening, Life } from './life.ts';
import type { Tx } from './tables.ts';

/** A subscription that our events say the sandbox has, made by an import or the demo without asking it. */
export type Recorded = Pick<
  Subscribed,
  'providerSubscriptionId' | 'status' | 'trialEndsAt' | 'nextBillingAt' | 'seats'
> & { readonly companyId: string; readonly companyName: string };

const CARD = 'pm_card_visa';

/**
 * Enters such a subscription into the books with a card that pays, its month paid, as if it had been asked for.
 * May be repeated, also by several at once; a company that has another one running keeps that.
 */
export async function adopt(tx: Tx, clock: Clock, recorded: Recorded): Promise<void> {
  const now = secondsOf(clock);
  const life = recordedLife(recorded, now);
  if (!life) return;
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
  const there = await bookedOf(tx, customerId);
  if (there.some((each) => each.life.id === life.id || each.life.status !== 'canceled')) return;
  const paymentMethodId = providerId('pm');
  await tx
    .insertInto('sandbox.payment_methods')
    .values({ id: paymentMethodId, customer_id: customerId, card: CARD, attached_at: now })
    .execute();
  const whose = { customerId, companyId, paymentMethodId };
  await book(tx, whose, { life, happened: beginning(life) });
  await holdCustomer(tx, clock, customerId);
}

/** Null: it is over, or never began. */
function recordedLife(recorded: Recorded, now: number): Life | null {
  if (recorded.status === 'canceled' || recorded.status === 'incomplete') return null;
  const trialEndsAt = seconds(recorded.trialEndsAt);
  const isTrial = recorded.status === 'trialing';
  const anchor = seconds(recorded.nextBillingAt) ?? (isTrial ? trialEndsAt : null) ?? monthsAfter(now, 1);
  return {
    id: recorded.providerSubscriptionId,
    status: isTrial ? 'trialing' : 'active',
    seats: Math.max(recorded.seats, 1),
    cardPays: true,
    createdAt: isTrial ? Math.min(now, anchor) : monthsAfter(anchor, -1),
    trialEndsAt,
    trialEndTold: false,
    anchor,
    months: 0,
    pendingCents: 0,
    creditCents: 0,
    unpaid: null,
    canceledAt: null,
    refundCents: 0,
  };
}

/** Nobody is told: our events have it already. */
function beginning(life: Life): Happening[] {
  const { id, seats, createdAt: at, anchor: end } = life;
  if (life.status === 'trialing') return [];
  const cents = monthlyCents(seats);
  const invoice = { id: `in_${id}`, reason: 'month', period: { start: at, end }, cents } as const;
  return [
    { kind: 'billed', invoice, at },
    { kind: 'charge', invoiceId: invoice.id, cents, at },
    { kind: 'settled', invoiceId: invoice.id, as: 'paid', at },
  ];
}

function seconds(instant: string | null): number | null {
  return instant === null ? null : Math.floor(Date.parse(instant) / 1000);
}
