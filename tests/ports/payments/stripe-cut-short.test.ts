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

/** What is prepared once and then asked; asking again is a repetition. */
type Story = (stripe: Stripe) => Promise<{
  readonly customerId: string;
  readonly ask: (by: Payments) => Promise<{ ok: boolean }>;
}>;

const stories: Record<string, { readonly story: Story; readonly ledger: readonly string[] }> = {
  start: {
    ledger: ['charge 18000'],
    story: async (stripe) => {
      const { customerId, startInput } = await payer(stripe);
      return { customerId, ask: (by) => by.startSubscription({ ...startInput, trialDays: 0 }) };
    },
  },
  'change of card with a bill to pay': {
    ledger: ['charge 18000'],
    story: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ paymentMethodId: stripe.cards.neverPays });
      await stripe.moveTo(daysAfter(stripe.now(), 7.5));
      const input = { customerId, subscriptionId, paymentMethodId: stripe.cards.good, key: key('card') };
      return { customerId, ask: (by) => by.changeCard(input) };
    },
  },
  'cancel with a refund': {
    ledger: ['charge 18000', 'refund 5500'],
    story: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ trialDays: 0 });
      await stripe.moveTo(daysAfter(stripe.now(), 14));
      done(await stripe.payments.setSeats({ subscriptionId, seats: 13, key: key('seats') }));
      await stripe.moveTo(daysAfter(stripe.now(), 3.5));
      return { customerId, ask: (by) => by.cancel({ subscriptionId, key: key('cancel') }) };
    },
  },
  'cancel with a last bill': {
    ledger: ['charge 18000', 'charge 45500'],
    story: async (stripe) => {
      const { customerId, start, key } = await payer(stripe);
      const { id: subscriptionId } = await start({ trialDays: 0 });
      await stripe.moveTo(daysAfter(stripe.now(), 7));
      done(await stripe.payments.setSeats({ subscriptionId, seats: 103, key: key('seats') }));
      await stripe.moveTo(daysAfter(stripe.now(), 14));
      return { customerId, ask: (by) => by.cancel({ subscriptionId, key: key('cancel') }) };
    },
  },
};

/** 26 hours: the provider has forgotten the keys by then. */
const LATER = 26 / 24;

const moneyOf = async (stripe: Stripe, customerId: string) =>
  (await stripe.ledger(customerId)).map(({ kind, cents }) => `${kind} ${cents}`);

/** Asked once, so many days late, and never cut short. */
async function uncut(story: Story, days: number) {
  const stripe = await open();
  const { customerId, ask } = await story(stripe);
  await stripe.moveTo(daysAfter(stripe.now(), days));
  const before = stripe.fake.requests.length;
  done(await ask(stripe.payments));
  return { requests: stripe.fake.requests.length - before, money: await moneyOf(stripe, customerId) };
}

describe.each(Object.entries(stories))('%s, cut short after any request', (_, { story, ledger }) => {
  it.each([
    ['at once', 0],
    ['a day later', LATER],
  ])('and completed %s moves the same money', async (_name, days) => {
    const { requests, money } = await uncut(story, 0);
    expect(requests).toBeGreaterThan(3);
    expect(money).toEqual(ledger);
    const late = await uncut(story, days);

    const cut = async (after: number) => {
      const stripe = await open();
      const { customerId, ask } = await story(stripe);
      await stripe.fake.suffer('reply lost', after);
      const place = `the reply to request ${after + 1} of ${requests} is lost`;
      expect(await ask(stripe.payments), place).toEqual({ ok: false, reason: 'unavailable' });
      await stripe.fake.suffer(null);
      const hasEnded = [...stripe.fake.state.subscriptions.values()].some(
        ({ status }) => status === 'canceled',
      );
      await stripe.moveTo(daysAfter(stripe.now(), days));
      const completed = done(await ask(stripe.another()));
      // What did not end by then ends a day later, with a day more to pay.
      expect(await moneyOf(stripe, customerId), place).toEqual(hasEnded ? ledger : late.money);
      expect(await ask(stripe.payments), place).toEqual(completed);
      expect(await stripe.subscriptionsOf(customerId)).toBe(1);
      expect(stripe.fake.state.customers.get(customerId)?.balance, place).toBe(0);
    };
    await Promise.all(Array.from({ length: requests }, (_each, after) => cut(after)));
  });
});
