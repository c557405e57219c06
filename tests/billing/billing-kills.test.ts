import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { SEED } from '#tests/support/seed.ts';
import { killAtEachStep } from '#tests/support/servers/kill-at-each-step.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type BillingWorld, GOOD_CARD, openBillingWorld } from './billing-world.ts';

/** A run kills at every third statement; three consecutive seeds cover all of them. */
const EVERY = 3;

let database: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  database = await createTestDatabase();
  world = openBillingWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

/** A request of a person, or a job; the same order twice is a repetition. */
type BillingOrder = {
  readonly what: 'save' | 'cancel' | 'seats';
  readonly companyId: string;
  readonly commandId: string;
  /** The card of `save`. */
  readonly id: string;
};

function openWorker(url: string) {
  const { billing, context, pool, close } = openBillingWorld(url);
  async function run({ what, companyId, commandId, id }: BillingOrder) {
    const ctx = context(companyId, commandId);
    if (what === 'save') await billing.saveSubscription(ctx, { paymentMethodId: id });
    else if (what === 'cancel') await billing.cancelSubscription(ctx);
    else await billing.reconciliation.reconcileSeats(companyId);
    return { ok: true };
  }
  return { pool, run, close };
}

/** For the steps of such an order: prepares a new order, kills, then checks the rest. */
async function atEachStep(
  prepare: () => Promise<BillingOrder>,
  look: (order: BillingOrder) => Promise<void>,
): Promise<void> {
  const isTurn = (step: number) => (step + SEED) % EVERY === 0;
  const { tried, killed } = await killAtEachStep(
    { open: openWorker, url: database.url },
    prepare,
    look,
    isTurn,
  );
  expect(tried).toBeGreaterThan(1);
  // Pings and similar statements vary in number.
  expect(killed).toBeGreaterThan(tried - 3);
}

const save = (companyId: string) =>
  world.billing.saveSubscription(world.context(companyId), { paymentMethodId: GOOD_CARD });
const orderOf = (what: BillingOrder['what'], companyId: string, id = GOOD_CARD): BillingOrder => ({
  ...{ what, companyId, id },
  commandId: newId(),
});

/** A company that has used its trial. */
async function former(): Promise<string> {
  const companyId = await world.company();
  await save(companyId);
  await world.billing.cancelSubscription(world.context(companyId));
  return companyId;
}

async function ours(companyId: string) {
  const state = await world.commands.subscriptions.subscriptionOf(companyId);
  return state.kind === 'none' ? null : state;
}

/** Whatever the kill left, the job brings our state in line with the provider's, without duplicates. */
async function agreed(companyId: string) {
  await world.billing.reconciliation.completeOpenIntent(companyId);
  await world.billing.reconciliation.completeOpenIntent(companyId);
  const open = await world.billing.intents.openOf(companyId);
  expect(open).toBeNull();
  const state = await ours(companyId);
  const { subscriptions, movements } = await world.ledgerOf(companyId);
  const newest = subscriptions.at(-1);
  expect(state && { id: state.providerSubscriptionId, status: state.status, seats: state.seats }).toEqual(
    newest ? { id: newest.id, status: newest.status, seats: newest.seats } : null,
  );
  const receipts = state?.receipts ?? [];
  expect(receipts.map(({ amountCents }) => amountCents)).toEqual(movements.map(({ cents }) => cents));
  expect((await world.mails(companyId)).filter((id) => id.startsWith('receipt')).toSorted()).toEqual(
    receipts.map(({ receiptId }) => `receipt ${receiptId}`).toSorted(),
  );
  return { state, subscriptions, movements };
}

describe('killed at any statement', () => {
  it('a first subscription exists once or not at all, and once after a repetition', async () => {
    await atEachStep(
      async () => orderOf('save', await world.company()),
      async ({ companyId }) => {
        const { subscriptions } = await agreed(companyId);
        expect(subscriptions.length).toBeLessThanOrEqual(1);
        expect(await save(companyId)).toMatchObject({ ok: true });
        const { subscriptions: after, movements } = await agreed(companyId);
        expect(after).toMatchObject([{ status: 'trialing' }]);
        expect(movements).toEqual([]);
        expect(await world.history(companyId)).toEqual(['SubscriptionStarted']);
        expect(await world.mails(companyId)).toEqual([`welcome ${companyId}`]);
      },
    );
  });

  it('a renewal is charged once', async () => {
    await atEachStep(
      async () => orderOf('save', await former()),
      async (order) => {
        const again = { paymentMethodId: GOOD_CARD };
        const ctx = world.context(order.companyId, order.commandId);
        expect(await world.billing.saveSubscription(ctx, again)).toMatchObject({ ok: true });
        const { subscriptions, movements } = await agreed(order.companyId);
        expect(subscriptions.map(({ status }) => status)).toEqual(['canceled', 'active']);
        expect(movements).toEqual([{ kind: 'charge', cents: 160_00 }]);
      },
    );
  });

  it('a cancelation is refunded once, and our history has that amount', async () => {
    await atEachStep(
      async () => {
        const companyId = await former();
        await save(companyId);
        return orderOf('cancel', companyId);
      },
      async ({ companyId }) => {
        await agreed(companyId);
        const ctx = world.context(companyId);
        expect(await world.billing.cancelSubscription(ctx)).toMatchObject({ ok: true });
        const { state, movements } = await agreed(companyId);
        expect(state).toMatchObject({ status: 'canceled' });
        expect(movements.map(({ kind }) => kind)).toEqual(['charge', 'refund']);
        const events = await world.store.read(`subscription-${companyId}`);
        expect(events.at(-1)).toMatchObject({
          type: 'SubscriptionCanceled',
          data: { refundCents: movements[1]?.cents },
        });
        expect((await world.mails(companyId)).filter((id) => id.startsWith('canceled'))).toHaveLength(2);
      },
    );
  });

  it('a card is changed, and recorded once', async () => {
    await atEachStep(
      async () => {
        const companyId = await world.company();
        await save(companyId);
        return orderOf('save', companyId, 'pm_card_mastercard');
      },
      async (order) => {
        const { companyId, commandId, id: paymentMethodId } = order;
        const ctx = world.context(companyId, commandId);
        expect(await world.billing.saveSubscription(ctx, { paymentMethodId })).toMatchObject({ ok: true });
        await agreed(companyId);
        expect(await world.history(companyId)).toEqual(['SubscriptionStarted', 'SubscriptionCardChanged']);
      },
    );
  });

  it('seats are updated once after changes of employees', async () => {
    await atEachStep(
      async () => {
        const companyId = await world.company();
        await save(companyId);
        const person = { firstName: 'Ada', lastName: 'L', email: `${newId()}@example.test` };
        const ctx = world.context(companyId);
        await world.commands.employees.addSuperEmployee(ctx, { ...person, employeeId: newId() });
        return orderOf('seats', companyId);
      },
      async ({ companyId }) => {
        expect(await world.billing.reconciliation.reconcileSeats(companyId)).toBe('done');
        const { state } = await agreed(companyId);
        expect(state).toMatchObject({ seats: 2 });
        expect(await world.history(companyId)).toEqual(['SubscriptionStarted', 'SubscriptionSeatsChanged']);
      },
    );
  });
});
