import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { UNAVAILABLE } from '#services/billing/payments.port.ts';
import { createApplyProviderEvents } from '#services/billing/provider-events/apply-provider-events.ts';
import {
  createReceiveWebhook,
  type Delivery,
} from '#services/billing/provider-events/provider-events.postgres.ts';
import { createSandbox } from '#services/billing/sandbox/sandbox.ts';
import { recordedSubscriptions } from '#services/main/payments.ts';
import { done } from '#tests/support/command-world.ts';
import { seededRandom } from '#tests/support/random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type BillingWorld, GOOD_CARD, openBillingWorld } from './billing-world.ts';

const DAY_SECONDS = 24 * 3600;

let database: TestDatabase;
let world: BillingWorld;
/** Whether the provider leaves questions about a subscription without an answer. */
let isAway = false;
const now = { at: Date.parse('2026-03-02T09:00:00Z') };
/** Everything that the provider delivered, in order. */
const delivered: Delivery[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  world = openBillingWorld(database.url, {
    clock: { now: () => new Date(now.at) },
    between: (real) => ({
      ...real,
      subscription: async (id) => (isAway ? UNAVAILABLE : real.subscription(id)),
    }),
  });
});
afterEach(async () => {
  isAway = false;
  delivered.length = 0;
  await world.close();
  await database.drop();
});

const receive = (delivery: Delivery) => {
  const { payments, pool, clock } = world;
  return createReceiveWebhook({ payments, pool, clock, providerEvents: { notifyStored: () => {} } })(
    delivery,
  );
};
/** The provider's own side. Its webhooks are recorded here instead of delivered. */
const provider = () =>
  createSandbox({
    ...world,
    receive: async (delivery) => {
      delivered.push(delivery);
      return true;
    },
    recorded: recordedSubscriptions(world.store),
    unknownCompanies: async () => [],
  });
const run = { log: createLog('silent'), signal: new AbortController().signal };
const apply = () =>
  createApplyProviderEvents({
    events: world.billing.events,
    reconciliation: world.billing.reconciliation,
    companyOfSubscription: async () => null,
  })(run);

async function trialing(): Promise<string> {
  const companyId = await world.company();
  await world.billing.saveSubscription(world.context(companyId), { paymentMethodId: GOOD_CARD });
  return companyId;
}

function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

const stateOf = async (companyId: string) => {
  const state = await world.commands.subscriptions.subscriptionOf(companyId);
  if (state.kind === 'none') throw new Error('nothing is subscribed');
  return state;
};

describe('provider events', () => {
  it('delivered five times, shuffled and late, lead to the right state and to each mail once', {
    tags: ['decision-5.9'],
  }, async () => {
    const companyId = await trialing();
    const { providerSubscriptionId: id } = await stateOf(companyId);
    delivered.length = 0;
    const card = { paymentMethodId: 'pm_card_chargeCustomerFail' };
    await world.billing.saveSubscription(world.context(companyId), card);
    await provider().advance(companyId, 8 * DAY_SECONDS);
    expect(delivered.length).toBeGreaterThan(2);
    const late = delivered.splice(0);

    for (const delivery of shuffled([late, late, late, late, late].flat(), 7)) await receive(delivery);
    await apply();
    await apply();
    expect(await stateOf(companyId)).toMatchObject({ status: 'past_due' });
    const history = await world.history(companyId);
    expect(history.filter((type) => type === 'SubscriptionPaymentFailed')).toHaveLength(1);
    expect(history.filter((type) => type === 'SubscriptionStatusChanged')).toHaveLength(1);

    await provider().advance(companyId, 40 * DAY_SECONDS);
    const over = delivered.splice(0);
    for (const delivery of shuffled([...late, ...over, ...over, ...late], 8)) await receive(delivery);
    await apply();
    expect(await stateOf(companyId)).toMatchObject({ status: 'canceled', nextBillingAt: null });
    expect((await world.history(companyId)).at(-1)).toBe('SubscriptionCanceled');
    const mails = await world.mails(companyId);
    expect(mails.filter((mail) => mail.startsWith('payment failed'))).toHaveLength(1);
    expect(mails.filter((mail) => mail === `canceled ${id}`)).toHaveLength(1);

    // Repeated after the company has come back: the event belongs to another subscription.
    await world.billing.saveSubscription(world.context(companyId), { paymentMethodId: GOOD_CARD });
    await world.pool.query('UPDATE provider_events SET applied_at = NULL WHERE company_id = $1', [companyId]);
    await apply();
    expect(await stateOf(companyId)).toMatchObject({ status: 'active' });
  });

  it('report a payment with a new card, which makes the company active', async () => {
    const companyId = await trialing();
    const card = { paymentMethodId: 'pm_card_chargeCustomerFail' };
    await world.billing.saveSubscription(world.context(companyId), card);
    await provider().advance(companyId, 8 * DAY_SECONDS);
    for (const delivery of delivered.splice(0)) await receive(delivery);
    await apply();
    expect(await stateOf(companyId)).toMatchObject({ status: 'past_due' });
    const paid = await world.billing.saveSubscription(world.context(companyId), {
      paymentMethodId: GOOD_CARD,
    });
    expect(paid).toMatchObject({ ok: true });
    expect(await stateOf(companyId)).toMatchObject({ status: 'active', card: GOOD_CARD });
    expect((await world.ledgerOf(companyId)).movements).toEqual([{ kind: 'charge', cents: 160_00 }]);
  });

  it('received while the provider does not answer are applied as soon as it does', async () => {
    const companyId = await trialing();
    const card = { paymentMethodId: 'pm_card_chargeCustomerFail' };
    await world.billing.saveSubscription(world.context(companyId), card);
    delivered.length = 0;
    await provider().advance(companyId, 8 * DAY_SECONDS);
    for (const delivery of delivered.splice(0)) await receive(delivery);
    const { events } = world.billing;
    const setAside = await events.countSetAside();
    const received = (await events.due(100)).length;
    expect(received).toBeGreaterThan(0);
    isAway = true;
    for (const pauseSeconds of [5, 10, 20]) {
      await apply();
      expect(await events.due(100), 'due right after a try').toEqual([]);
      now.at += pauseSeconds * 1000 - 1;
      expect(await events.due(100), `due in less than ${pauseSeconds} s`).toEqual([]);
      now.at += 1;
      expect(await events.due(100), `due after ${pauseSeconds} s`).toHaveLength(received);
    }
    expect(await stateOf(companyId)).toMatchObject({ status: 'trialing' });
    isAway = false;
    await apply();
    expect(await stateOf(companyId)).toMatchObject({ status: 'past_due' });
    now.at += 600_000;
    expect(await events.due(100), 'due after it was applied').toEqual([]);
    expect(await events.countSetAside()).toBe(setAside);
  });

  it('of an unknown company are set aside, and those without a subscription are ignored', async () => {
    const store = (id: string, companyId: string | null, subscriptionId: string | null) =>
      world.pool.query(
        `INSERT INTO provider_events (provider, id, type, company_id, subscription_id, happened_at, received_at, due_at)
         VALUES ('sandbox', $1, 'invoice.paid', $2, $3, $4, $4, $4)`,
        [id, companyId, subscriptionId, new Date(now.at)],
      );
    await store('evt_unknown', null, 'sub_unknown');
    await store('evt_foreign', await trialing(), 'sub_of_somebody_else');
    await store('evt_nothing', null, null);
    await apply();
    expect(await world.billing.events.countSetAside()).toBe(2);
    const { rows } = await world.pool.query(
      'SELECT id FROM provider_events WHERE applied_at IS NULL ORDER BY id',
    );
    expect(rows).toEqual([{ id: 'evt_foreign' }, { id: 'evt_unknown' }]);
  });
});

describe('seats', () => {
  /** A sales associate, on a campaign of their own. */
  const hire = async (companyId: string) => {
    const { goals, campaigns, employees } = world.commands;
    const ctx = () => world.context(companyId);
    const entryDate = '2026-03-02';
    const { goalId } = await done(goals.addGoal(ctx(), { name: 'Steady', hourlySales: 1, entryDate }));
    const terms = { name: 'Solar', commission: 10, tax: 0, goalId, entryDate };
    const { campaignId } = await done(campaigns.addCampaign(ctx(), terms));
    const person = { firstName: 'Ada', lastName: 'L', role: 'sales associate', campaignId };
    const email = `${newId()}@example.test`;
    return (await done(employees.addEmployee(ctx(), { ...person, email }))).employeeId;
  };
  const seatsAt = async (companyId: string) => (await world.ledgerOf(companyId)).subscriptions.at(-1)?.seats;

  it('follow added and deleted employees, one update for a batch of changes', async () => {
    const companyId = await trialing();
    const people = [await hire(companyId), await hire(companyId), await hire(companyId)];
    const follow = () => world.billing.reconciliation.reconcileSeats(companyId);
    expect(await Promise.all([follow(), follow(), follow()])).toEqual(['done', 'done', 'done']);
    expect(await seatsAt(companyId)).toBe(4);
    expect(await world.history(companyId)).toEqual(['SubscriptionStarted', 'SubscriptionSeatsChanged']);
    await done(
      world.commands.employees.deleteEmployee(world.context(companyId), { employeeId: people[0] ?? '' }),
    );
    await follow();
    expect(await seatsAt(companyId)).toBe(3);
    expect(await stateOf(companyId)).toMatchObject({ seats: 3 });
  });

  it('changed by hand at the provider are set back to the number of employees', async () => {
    const companyId = await trialing();
    await hire(companyId);
    await world.billing.reconciliation.reconcileSeats(companyId);
    const { providerSubscriptionId: subscriptionId } = await stateOf(companyId);
    await world.sandbox.setSeats({ subscriptionId, seats: 9, key: newId() });
    expect(await world.billing.reconciliation.reconcileSubscription(companyId, subscriptionId)).toBe('done');
    expect(await stateOf(companyId)).toMatchObject({ seats: 9 });
    expect(await world.billing.reconciliation.reconcileSeats(companyId)).toBe('done');
    expect(await seatsAt(companyId)).toBe(2);
    expect(await stateOf(companyId)).toMatchObject({ seats: 2 });
  });

  it('of a canceled subscription are left alone', async () => {
    const companyId = await trialing();
    await world.billing.cancelSubscription(world.context(companyId));
    await hire(companyId);
    expect(await world.billing.reconciliation.reconcileSeats(companyId)).toBe('done');
    expect(await seatsAt(companyId)).toBe(1);
  });
});
