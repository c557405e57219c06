import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createApplyProviderEvents } from '#services/billing/provider-events/apply-provider-events.ts';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { createStripePayments } from '#services/billing/stripe/payments.stripe.ts';
import { done } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { seededRandom } from '#tests/support/random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type BillingWorld, DECLINED_CARD, GOOD_CARD, openBillingWorld } from './billing-world.ts';
import { FAKE_KEYS, type StripeFake, startStripeFake } from './stripe-fake/stripe-fake.ts';

const NEVER_PAYS = 'pm_card_chargeCustomerFail';
const log = createLog('silent');

let database: TestDatabase;
let fake: StripeFake;
let world: BillingWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startStripeFake();
  const access = { ...FAKE_KEYS, apiBase: fake.url, timeoutMs: MAX_WAIT_MS, retries: 0 };
  const stripe = createStripePayments({ ...access, clock: fake, log });
  world = openBillingWorld(database.url, { clock: fake, between: () => stripe });
});
afterAll(async () => {
  await world.close();
  await database.drop();
  await fake.close();
});

const random = seededRandom(4);
const shuffled = <T>(all: readonly T[]) =>
  all
    .map((each) => ({ each, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each);

/** Every webhook so far arrives five times, in any order, and is applied in between. */
async function receiveWebhooks(): Promise<void> {
  const receive = createReceiveWebhook({ ...world, providerEvents: { notifyStored: () => {} } });
  const companyOfSubscription = async () => null;
  const { events, reconciliation } = world.billing;
  const apply = createApplyProviderEvents({ events, reconciliation, companyOfSubscription });
  const run = { log, signal: new AbortController().signal };
  const all = shuffled(Array.from({ length: 5 }, () => fake.webhooks).flat());
  for (const [at, rawBody] of all.entries()) {
    expect(await receive({ rawBody, signature: fake.sign(rawBody, fake.now()) })).toBe(true);
    if (at % 7 === 0) await apply(run);
  }
  await apply(run);
}

/** This many sales associates, on a campaign. */
async function hire(companyId: string, count: number): Promise<void> {
  const { goals, campaigns, employees } = world.commands;
  const ctx = () => world.context(companyId);
  const entryDate = '2026-02-01';
  const { goalId } = await done(goals.addGoal(ctx(), { name: 'Steady', hourlySales: 1, entryDate }));
  const terms = { name: 'Solar', commission: 10, tax: 0, goalId, entryDate };
  const { campaignId } = await done(campaigns.addCampaign(ctx(), terms));
  const person = { firstName: 'Ada', lastName: 'L', role: 'sales associate', campaignId };
  for (let at = 0; at < count; at += 1) {
    await done(employees.addEmployee(ctx(), { ...person, email: `${newId()}@example.test` }));
  }
}

const inDays = (days: number) => fake.moveTo(new Date(fake.now().getTime() + days * 86_400_000));
const money = () =>
  [
    ...[...fake.state.charges.values()].filter(({ status }) => status === 'succeeded'),
    ...[...fake.state.refunds.values()].map(({ amount, created }) => ({ amount: -amount, created })),
  ]
    .sort((a, b) => a.created - b.created)
    .map(({ amount }) => amount);

it('a company tries, pays, grows, fails, recovers, cancels and returns', async () => {
  const companyId = await world.company();
  const { billing } = world;
  const save = (paymentMethodId: string) =>
    billing.saveSubscription(world.context(companyId), { paymentMethodId });
  const ours = async () => {
    const state = await world.commands.subscriptions.subscriptionOf(companyId);
    return state.kind === 'none' ? null : { status: state.status, seats: state.seats };
  };

  expect(await save(DECLINED_CARD)).toMatchObject({ ok: false, code: 'card declined' });
  expect(await ours()).toBeNull();
  expect(await save(GOOD_CARD)).toMatchObject({ ok: true });
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'trialing', seats: 1 });

  await hire(companyId, 3);
  expect(await billing.reconciliation.reconcileSeats(companyId)).toBe('done');
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'trialing', seats: 4 });

  await inDays(7.5);
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'active', seats: 4 });
  expect(money()).toEqual([190_00]);

  expect(await save(NEVER_PAYS)).toMatchObject({ ok: true });
  fake.moveTo(new Date('2026-03-08T00:00:00Z'));
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'past_due', seats: 4 });
  expect(await save(DECLINED_CARD)).toMatchObject({ ok: false, code: 'card declined' });
  expect(await save(GOOD_CARD)).toMatchObject({ ok: true });
  expect(await ours()).toEqual({ status: 'active', seats: 4 });
  expect(money()).toEqual([190_00, 190_00]);

  expect(await save(NEVER_PAYS)).toMatchObject({ ok: true });
  fake.moveTo(new Date('2026-04-16T00:00:00Z'));
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'canceled', seats: 4 });
  expect(money()).toEqual([190_00, 190_00]);

  expect(await save(GOOD_CARD)).toMatchObject({ ok: true });
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'active', seats: 4 });
  expect(money()).toEqual([190_00, 190_00, 190_00]);

  await inDays(15);
  // The cancelation itself: the intent is stored by then, and the job completes it.
  await fake.suffer('reply lost', 4);
  expect(await billing.cancelSubscription(world.context(companyId))).toMatchObject({ code: 'unavailable' });
  await fake.suffer(null);
  expect(await billing.reconciliation.completeOpenIntent(companyId)).toBe('done');
  await receiveWebhooks();
  expect(await ours()).toEqual({ status: 'canceled', seats: 4 });
  expect(money()).toEqual([190_00, 190_00, 190_00, -95_00]);

  const history = await world.history(companyId);
  const delivered = fake.webhooks.length;
  await receiveWebhooks();
  expect(await world.history(companyId)).toEqual(history);
  expect(fake.webhooks.length).toBe(delivered);
  expect(await billing.events.countSetAside()).toBe(0);
  expect(history.filter((type) => type === 'SubscriptionStarted')).toHaveLength(2);
  expect(history.filter((type) => type === 'SubscriptionCanceled')).toHaveLength(2);
});
