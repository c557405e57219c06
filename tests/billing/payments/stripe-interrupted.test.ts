import { afterEach, describe, expect, it } from 'vitest';
import type { Payments } from '#services/billing/payments.port.ts';
import { daysAfter, done, payer } from './payer.ts';
import { openStripe } from './stripe-harness.ts';

type Stripe = Awaited<ReturnType<typeof openStripe>>;

const opened: Stripe[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function open(): Promise<Stripe> {
  const stripe = await openStripe();
  opened.push(stripe);
  return stripe;
}

/** Prepares a company and returns its call; calling again is a repetition. */
type Scenario = (stripe: Stripe) => Promise<{
  readonly customerId: string;
  readonly call: (by: Payments) => Promise<{ ok: boolean }>;
}>;

const scenarios: Record<string, { readonly scenario: Scenario; readonly ledger: readonly string[] }> = {
  start: {
    ledger: ['charge 18000'],
    scenario: async (stripe) => {
      const { customerId, startInput } = await payer(stripe);
      return { customerId, call: (by) => by.startSubscription({ ...startInput, trialDays: 0 }) };
    },
  },
  'change of card with a bill to pay': {
    ledger: ['charge 18000'],
    scenario: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ paymentMethodId: stripe.cards.neverPays });
      await stripe.moveTo(daysAfter(stripe.now(), 7.5));
      const input = { customerId, subscriptionId, paymentMethodId: stripe.cards.good, key: key('card') };
      return { customerId, call: (by) => by.changeCard(input) };
    },
  },
  'cancel with a refund': {
    ledger: ['charge 18000', 'refund 5500'],
    scenario: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ trialDays: 0 });
      await stripe.moveTo(daysAfter(stripe.now(), 14));
      done(await stripe.payments.setSeats({ subscriptionId, seats: 13, key: key('seats') }));
      await stripe.moveTo(daysAfter(stripe.now(), 3.5));
      return { customerId, call: (by) => by.cancel({ subscriptionId, key: key('cancel') }) };
    },
  },
  'cancel with a last bill': {
    ledger: ['charge 18000', 'charge 45500'],
    scenario: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ trialDays: 0 });
      await stripe.moveTo(daysAfter(stripe.now(), 7));
      done(await stripe.payments.setSeats({ subscriptionId, seats: 103, key: key('seats') }));
      await stripe.moveTo(daysAfter(stripe.now(), 14));
      return { customerId, call: (by) => by.cancel({ subscriptionId, key: key('cancel') }) };
    },
  },
};

/** 26 hours, in days. The provider keeps keys for 24. */
const LATER = 26 / 24;

const moneyOf = async (stripe: Stripe, customerId: string) =>
  (await stripe.ledger(customerId)).map(({ kind, cents }) => `${kind} ${cents}`);

/** One call without an interruption, so many days late. */
async function uninterrupted(scenario: Scenario, days: number) {
  const stripe = await open();
  const { customerId, call } = await scenario(stripe);
  await stripe.moveTo(daysAfter(stripe.now(), days));
  const before = stripe.fake.requests.length;
  done(await call(stripe.payments));
  return { requests: stripe.fake.requests.length - before, money: await moneyOf(stripe, customerId) };
}

describe.each(Object.entries(scenarios))('%s, interrupted after any request', (_, { scenario, ledger }) => {
  it.each([
    ['at once', 0],
    ['a day later', LATER],
  ])('and completed %s moves the same money', async (_name, days) => {
    const { requests, money } = await uninterrupted(scenario, 0);
    expect(requests).toBeGreaterThan(3);
    expect(money).toEqual(ledger);
    const late = await uninterrupted(scenario, days);

    const cut = async (after: number) => {
      const stripe = await open();
      const { customerId, call } = await scenario(stripe);
      await stripe.fake.suffer('reply lost', after);
      const where = `the reply to request ${after + 1} of ${requests} is lost`;
      expect(await call(stripe.payments), where).toEqual({ ok: false, code: 'unavailable' });
      await stripe.fake.suffer(null);
      const hasEnded = [...stripe.fake.state.subscriptions.values()].some(
        ({ status }) => status === 'canceled',
      );
      await stripe.moveTo(daysAfter(stripe.now(), days));
      const completed = done(await call(stripe.another()));
      // A subscription that had not ended by then ends a day later and costs a day more.
      expect(await moneyOf(stripe, customerId), where).toEqual(hasEnded ? ledger : late.money);
      expect(await call(stripe.payments), where).toEqual(completed);
      expect(await stripe.subscriptionsOf(customerId)).toBe(1);
      expect(stripe.fake.state.customers.get(customerId)?.balance, where).toBe(0);
    };
    await Promise.all(Array.from({ length: requests }, (_each, after) => cut(after)));
  });
});
