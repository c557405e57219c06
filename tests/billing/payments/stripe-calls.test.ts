import { afterEach, expect, it } from 'vitest';
import { createStripePayments } from '#services/billing/stripe/payments.stripe.ts';
import { FAKE_KEYS } from '#tests/billing/stripe-fake/stripe-fake.ts';
import { daysAfter, done, payer } from './payer.ts';
import { openStripe } from './stripe-harness.ts';

let stripe: Awaited<ReturnType<typeof openStripe>>;
afterEach(() => stripe.close());

it('every call that makes or moves something carries a key', async () => {
  stripe = await openStripe();
  const { customerId, start, key } = await payer(stripe);
  const { id: subscriptionId } = await start({ paymentMethodId: stripe.cards.neverPays });
  const { payments } = stripe;
  done(await payments.createSetupIntent({ customerId, key: key('setup') }));
  await stripe.moveTo(daysAfter(stripe.now(), 7.5));
  const paymentMethodId = stripe.cards.good;
  done(await payments.changeCard({ customerId, subscriptionId, paymentMethodId, key: key('card') }));
  done(await payments.setSeats({ subscriptionId, seats: 9, key: key('seats') }));
  done(await payments.cancel({ subscriptionId, key: key('cancel') }));
  // Without one the package makes one up, which is another on the next call.
  const isOurs = (sent = 'stripe-node-retry') => !sent.startsWith('stripe-node-retry');
  const keyless = stripe.fake.requests.filter(
    ({ route, key: sent }) => !route.startsWith('GET') && !isOurs(sent),
  );
  // The one says what is so, the other happens once by its nature and takes no key.
  expect(new Set(keyless.map(({ route }) => route))).toEqual(
    new Set(['POST /v1/customers/:id', 'DELETE /v1/subscriptions/:id']),
  );
});

it('a lost reply is requested again under the same key by the client itself', async () => {
  stripe = await openStripe();
  const { customerId, startInput } = await payer(stripe);
  const patient = createStripePayments({
    ...FAKE_KEYS,
    apiBase: stripe.fake.url,
    clock: stripe.fake,
    log: { warn: () => {} },
  });
  const before = stripe.fake.requests.length;
  const asked = patient.startSubscription({ ...startInput, trialDays: 0 });
  await stripe.fake.suffer('reply lost');
  await expect.poll(() => stripe.fake.requests.length).toBeGreaterThan(before);
  await stripe.fake.suffer(null);
  expect(await asked).toMatchObject({ ok: true });
  expect(await stripe.subscriptionsOf(customerId)).toBe(1);
  expect(await stripe.ledger(customerId)).toHaveLength(1);
});

it('a card of another customer is declined, and stays with that customer', async () => {
  stripe = await openStripe();
  const owner = await payer(stripe);
  await owner.start();
  const card = [...stripe.fake.state.paymentMethods.values()].find(
    (each) => each.customer === owner.customerId,
  );
  const thief = await payer(stripe);
  const paymentMethodId = card?.id ?? '';
  expect(await stripe.payments.startSubscription({ ...thief.startInput, paymentMethodId })).toEqual({
    ok: false,
    code: 'card declined',
  });
  expect(await owner.start({ paymentMethodId })).toMatchObject({ status: 'trialing' });
});

it('a key that is used for another request is a bug; the error does not contain the request', async () => {
  stripe = await openStripe();
  const { startInput, start } = await payer(stripe);
  const other = await payer(stripe);
  await start();
  const mixed = { ...startInput, customerId: other.customerId };
  const error = await stripe.payments.startSubscription(mixed).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(
    /^Error: the payment provider rejected a request: \{"type":"StripeIdempotencyError"/,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(FAKE_KEYS.secretKey);
});

it('no invoice stays open after the end', async () => {
  stripe = await openStripe();
  const { start, key } = await payer(stripe);
  const { id: subscriptionId } = await start({ paymentMethodId: stripe.cards.neverPays });
  await stripe.moveTo(daysAfter(stripe.now(), 7.5));
  const invoices = () => [...stripe.fake.state.invoices.values()].map(({ status }) => status);
  expect(invoices()).toContain('open');
  done(await stripe.payments.cancel({ subscriptionId, key: key('cancel') }));
  expect(invoices()).not.toContain('open');
});

it('a wrong secret key is a bug of ours, not a declined card', async () => {
  stripe = await openStripe();
  const { startInput } = await payer(stripe);
  const wrong = createStripePayments({
    ...FAKE_KEYS,
    secretKey: 'sk_test_wrong',
    apiBase: stripe.fake.url,
    clock: stripe.fake,
    log: { warn: () => {} },
  });
  await expect(wrong.startSubscription(startInput)).rejects.toThrow(/rejected a request/);
});

it('a subscription that another product of the account made is none of ours', async () => {
  stripe = await openStripe();
  const { start } = await payer(stripe);
  const { id } = await start();
  const subscription = stripe.fake.state.subscriptions.get(id);
  delete subscription?.metadata.companyId;
  expect(await stripe.payments.subscription(id)).toEqual({ ok: true, subscription: null });
});
