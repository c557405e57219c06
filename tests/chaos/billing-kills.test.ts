import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type BillingWorld, GOOD_CARD, openBillingWorld } from '#tests/support/billing-world.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { BillingOrder } from './billing-step.child.ts';

/** Processes that are killed at the same time. */
const AT_ONCE = 4;
/** A run kills at every third statement; three seeds in a row have been at all of them. */
const EVERY = 3;
const seed = Number(process.env.CHAOS_SEED ?? 20261121);

let database: TestDatabase;
let world: BillingWorld;

beforeAll(async () => {
  console.log(`CHAOS_SEED=${seed}`);
  database = await createTestDatabase();
  world = openBillingWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

/** Carries it out in a process that is killed before its n-th statement; how many there are if it lived. */
function carryOut(order: BillingOrder, killAt: number): Promise<number | 'killed'> {
  const child = join(import.meta.dirname, 'billing-step.child.ts');
  const args = [child, database.url, String(killAt), JSON.stringify(order)];
  return new Promise((settle, fail) => {
    execFile(process.execPath, args, (error, said) => {
      if (error?.signal === 'SIGKILL') settle('killed');
      else if (error) fail(error);
      else settle(JSON.parse(said).steps);
    });
  });
}

/** For steps of such an order: a fresh order, the kill, then the look at what is left. */
async function atEachStep(
  prepare: () => Promise<BillingOrder>,
  look: (order: BillingOrder) => Promise<void>,
): Promise<void> {
  const whole = await carryOut(await prepare(), 0);
  if (whole === 'killed') throw new Error('nobody was to kill it');
  expect(whole).toBeGreaterThan(5);
  const steps = Array.from({ length: whole }, (_, index) => index + 1).filter(
    (step) => (step + seed) % EVERY === 0,
  );
  const tried = steps.length;
  let killed = 0;
  const worker = async () => {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      const order = await prepare();
      if ((await carryOut(order, step)) === 'killed') killed += 1;
      await look(order);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // Pings and the like are not the same number every time.
  expect(killed).toBeGreaterThan(tried - 3);
}

const save = (companyId: string) =>
  world.billing.saveSubscription(world.context(companyId), { paymentMethodId: GOOD_CARD });
const orderOf = (what: BillingOrder['what'], companyId: string, id = GOOD_CARD): BillingOrder => ({
  ...{ what, companyId, id },
  commandId: newId(),
});

/** A company that has had its trial. */
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

/** Whatever was left, the job makes of it what the provider has, and nothing of it twice. */
async function agreed(companyId: string) {
  await world.billing.keep.complete(companyId);
  await world.billing.keep.complete(companyId);
  const open = await world.billing.intents.openOf(companyId);
  expect(open).toBeNull();
  const state = await ours(companyId);
  const { subscriptions, movements } = await world.booksOf(companyId);
  const newest = subscriptions.at(-1);
  expect(state && { id: state.providerSubscriptionId, status: state.status, seats: state.seats }).toEqual(
    newest ? { id: newest.id, status: newest.status, seats: newest.seats } : null,
  );
  return { state, subscriptions, movements };
}

describe('killed at any statement', () => {
  it('a first subscription is there once or not at all, and then once for who asks again', async () => {
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

  it('a cancelation is refunded once, and our history has that sum', async () => {
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

  it('a change of the card is made, and recorded once', async () => {
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

  it('seats that follow the employees follow once', async () => {
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
        expect(await world.billing.keep.followEmployees(companyId)).toBe('done');
        const { state } = await agreed(companyId);
        expect(state).toMatchObject({ seats: 2 });
        expect(await world.history(companyId)).toEqual(['SubscriptionStarted', 'SubscriptionSeatsChanged']);
      },
    );
  });
});
