import type { Clock } from '#platform/clock.ts';
import type { Payments, ProviderSubscription } from '../payments.port.ts';
import { type Booked, book, providerId } from './books.ts';
import { begin, changeCard, changeSeats, endNow } from './changes.ts';
import { attachCard, holdCustomer } from './customers.ts';
import { currentPeriod, type Life } from './life.ts';
import type { Tx } from './tables.ts';

type Input<Call extends 'startSubscription' | 'setSeats' | 'changeCard'> = Parameters<Payments[Call]>[0];

/** Each in a transaction of its own that holds the customer; a card that is refused is null. */
export type Work<Result> = (tx: Tx, clock: Clock) => Promise<Result>;

/** The one that runs, or a new one; null when the card is refused. */
export function startingFor(input: Input<'startSubscription'>): Work<string | null> {
  return async (tx, clock) => {
    const customer = await holdCustomer(tx, clock, input.customerId);
    if (customer.companyId !== input.companyId) throw new Error(`${customer.id} is another company`);
    const running = customer.subscriptions.find(({ life }) => life.status !== 'canceled');
    if (running) return running.life.id;
    const card = await attachCard(tx, customer, input.paymentMethodId);
    const { seats, trialDays } = input;
    const step =
      card && begin({ id: providerId('sub'), seats, trialDays, cardPays: card.cardPays }, customer.now);
    if (!card || !step) return null;
    const { paymentMethodId } = card;
    await book(tx, { customerId: customer.id, companyId: input.companyId, paymentMethodId }, step);
    return step.life.id;
  };
}

export function settingSeats({ subscriptionId, seats }: Input<'setSeats'>): Work<null> {
  return async (tx, clock) => {
    const { booked, now } = await hold(tx, clock, subscriptionId);
    await book(tx, booked, changeSeats(booked.life, seats, now));
    return null;
  };
}

/** False when the card is refused. */
export function changingCard(input: Input<'changeCard'>): Work<boolean> {
  return async (tx, clock) => {
    const { booked, customer, now } = await hold(tx, clock, input.subscriptionId);
    if (booked.customerId !== input.customerId) {
      throw new Error(`${input.subscriptionId} is another customer's`);
    }
    if (booked.life.status === 'canceled') return true;
    const card = await attachCard(tx, customer, input.paymentMethodId);
    const step = card && changeCard(booked.life, card.cardPays, now);
    if (!card || !step) return false;
    await book(tx, { ...booked, paymentMethodId: card.paymentMethodId }, step);
    return true;
  };
}

export function canceling(subscriptionId: string): Work<{ canceledAt: number; refundCents: number }> {
  return async (tx, clock) => {
    const { booked, now } = await hold(tx, clock, subscriptionId);
    const step = endNow(booked.life, now);
    await book(tx, booked, step);
    return { canceledAt: step.life.canceledAt ?? now, refundCents: step.life.refundCents };
  };
}

export function reading(subscriptionId: string): Work<ProviderSubscription | null> {
  return async (tx, clock) => {
    if ((await customerOf(tx, subscriptionId)) === undefined) return null;
    return asToldOutside((await hold(tx, clock, subscriptionId)).booked);
  };
}

async function hold(tx: Tx, clock: Clock, subscriptionId: string) {
  const customerId = await customerOf(tx, subscriptionId);
  if (customerId === undefined) throw new Error(`the sandbox has no subscription ${subscriptionId}`);
  const customer = await holdCustomer(tx, clock, customerId);
  const booked = customer.subscriptions.find(({ life }) => life.id === subscriptionId);
  if (!booked) throw new Error(`${subscriptionId} went away`);
  return { booked, customer, now: customer.now };
}

async function customerOf(tx: Tx, subscriptionId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sandbox.subscriptions')
    .select('customer_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.customer_id;
}

function asToldOutside({ life, customerId, companyId }: Booked): ProviderSubscription {
  const { id, status, seats, unpaid } = life;
  return {
    id,
    customerId,
    companyId,
    status,
    trialEndsAt: life.trialEndsAt === null ? null : instant(life.trialEndsAt),
    nextBillingAt: nextBillingAt(life),
    seats,
    canceledAt: life.canceledAt === null ? null : instant(life.canceledAt),
    unpaid: unpaid && { invoiceId: unpaid.invoiceId, since: instant(unpaid.since), cents: unpaid.cents },
  };
}

function nextBillingAt(life: Life): string | null {
  return life.status === 'canceled' ? null : instant(currentPeriod(life).end);
}

/** Seconds since 1970 as UTC ISO-8601. */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
