import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type BillingWorld, DECLINED_CARD, GOOD_CARD, openBillingWorld } from './billing-world.ts';

let database: TestDatabase;
let world: BillingWorld;
let second: BillingWorld;
let time: number;
/** When writing calls of the provider are cut off; null lets them through. */
let outage: 'before' | 'after' | null = null;

const clock = { now: () => new Date(time) };

/** The sandbox behind a connection that can be cut, before or after the call is handled. */
function cut(real: Payments): Payments {
  const through =
    <Input, Answer>(call: (input: Input) => Promise<Answer>) =>
    async (input: Input) => {
      if (outage === 'before') return { ok: false, code: 'unavailable' } as const;
      const answer = await call(input);
      return outage === 'after' ? ({ ok: false, code: 'unavailable' } as const) : answer;
    };
  return {
    ...real,
    ensureCustomer: through(real.ensureCustomer),
    createSetupIntent: through(real.createSetupIntent),
    startSubscription: through(real.startSubscription),
    changeCard: through(real.changeCard),
    setSeats: through(real.setSeats),
    cancel: through(real.cancel),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = openBillingWorld(database.url, { clock, between: cut });
  second = openBillingWorld(database.url, { clock, between: cut });
});
afterAll(async () => {
  await world.close();
  await second.close();
  await database.drop();
});
beforeEach(() => {
  time = Date.parse('2026-05-04T10:00:00Z');
  outage = null;
});

const save = (companyId: string, paymentMethodId = GOOD_CARD, by = world, commandId = newId()) =>
  by.billing.saveSubscription(by.context(companyId, commandId), { paymentMethodId });
const cancel = (companyId: string, commandId = newId()) =>
  world.billing.cancelSubscription(world.context(companyId, commandId));

describe('a subscription', () => {
  it('begins with a free week and one welcome mail', { tags: ['spec-9.3'] }, async () => {
    const companyId = await world.company();
    const saved = await save(companyId);
    expect(saved).toMatchObject({
      ok: true,
      subscription: { status: 'trialing', trialEndsAt: '2026-05-11T10:00:00.000Z', seats: 1 },
    });
    await save(companyId);
    expect(await world.history(companyId)).toEqual(['SubscriptionStarted']);
    expect(await world.mails(companyId)).toEqual([`welcome ${companyId}`]);
    expect((await world.ledgerOf(companyId)).movements).toEqual([]);
  });

  it('is created once, however many requests ask for it at once in two processes', {
    tags: ['spec-7.51'],
  }, async () => {
    const companyId = await world.company();
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, at) => save(companyId, GOOD_CARD, at % 2 ? world : second)),
    );
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    const { subscriptions } = await world.ledgerOf(companyId);
    expect(subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(await world.history(companyId)).toEqual(['SubscriptionStarted']);
  });

  it('has no second trial, neither after a cancelation nor under a new id of the same company', {
    tags: ['decision-9.29'],
  }, async () => {
    const companyId = await world.company('Twice Ltd');
    await save(companyId);
    await cancel(companyId);
    const again = await save(companyId);
    expect(again).toMatchObject({ ok: true, subscription: { status: 'active', trialEndsAt: null } });
    expect((await world.ledgerOf(companyId)).movements).toEqual([{ kind: 'charge', cents: 160_00 }]);
    expect((await world.mails(companyId)).filter((id) => !id.startsWith('receipt'))).toHaveLength(2);

    const { email } = (
      await world.pool.query('SELECT email FROM sandbox.customers WHERE company_id = $1', [companyId])
    ).rows[0];
    const anew = newId();
    const superEmployeeId = newId();
    const { companies, employees } = world.commands;
    await companies.registerCompany(world.context(anew), {
      name: ' TWICE   ltd',
      employeeCount: '0-20',
      superEmployeeId,
    });
    await employees.addSuperEmployee(world.context(anew), {
      ...{ employeeId: superEmployeeId, firstName: 'Grace', lastName: 'Hopper', email },
    });
    expect(await save(anew)).toMatchObject({
      ok: true,
      subscription: { status: 'active', trialEndsAt: null },
    });
  });

  it('refused for its card leaves nothing, and the trial for the next try', async () => {
    const companyId = await world.company();
    const commandId = newId();
    const declined = { ok: false, code: 'card declined' };
    expect(await save(companyId, DECLINED_CARD, world, commandId)).toEqual(declined);
    expect(await save(companyId, DECLINED_CARD, world, commandId)).toEqual(declined);
    expect(await world.history(companyId)).toEqual([]);
    expect(await save(companyId)).toMatchObject({ ok: true, subscription: { status: 'trialing' } });
  });

  it('is refused for an unknown company, and a missing one cannot be canceled', async () => {
    expect(await save(newId())).toEqual({ ok: false, code: 'no such company' });
    expect(await cancel(await world.company())).toEqual({ ok: false, code: 'no subscription' });
  });
});

describe.each(['before', 'after'] as const)('the provider cut off %s it handled the call', (where) => {
  const away = { ok: false, code: 'unavailable' };

  it('a start is completed once by the job, without another request', async () => {
    const companyId = await world.company();
    // The customer exists already.
    await world.billing.createSetupIntent(world.context(companyId));
    outage = where;
    expect(await save(companyId)).toEqual(away);
    expect(await save(companyId, 'pm_card_mastercard')).toEqual(away);
    expect(await world.history(companyId)).toEqual([]);
    time += 10 * 60_000;
    expect(await world.billing.intents.dueCompanies(1000)).toContain(companyId);
    expect(await world.billing.reconciliation.completeOpenIntent(companyId)).toBe('unavailable');
    outage = null;
    expect(await world.billing.reconciliation.completeOpenIntent(companyId)).toBe('done');
    expect(await world.billing.reconciliation.completeOpenIntent(companyId)).toBe('done');
    expect(await world.history(companyId)).toEqual(['SubscriptionStarted']);
    expect((await world.ledgerOf(companyId)).subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(await world.mails(companyId)).toEqual([`welcome ${companyId}`]);
  });

  it('a payment is charged once, whether the job, the same request or a new one comes first', async () => {
    for (const completes of ['job', 'same', 'new'] as const) {
      const companyId = await world.company();
      await save(companyId);
      await cancel(companyId);
      const commandId = newId();
      outage = where;
      expect(await save(companyId, GOOD_CARD, world, commandId)).toEqual(away);
      outage = null;
      if (completes === 'job') await world.billing.reconciliation.completeOpenIntent(companyId);
      else await save(companyId, GOOD_CARD, world, completes === 'same' ? commandId : newId());
      const { movements, subscriptions } = await world.ledgerOf(companyId);
      expect(movements, completes).toEqual([{ kind: 'charge', cents: 160_00 }]);
      expect(
        subscriptions.map(({ status }) => status),
        completes,
      ).toEqual(['canceled', 'active']);
      expect(await world.commands.subscriptions.subscriptionOf(companyId), completes).toMatchObject({
        status: 'active',
        providerSubscriptionId: subscriptions[1]?.id,
      });
    }
  });

  it('a cancelation is refunded once', { tags: ['spec-9.6'] }, async () => {
    const companyId = await world.company();
    await save(companyId);
    await cancel(companyId);
    await save(companyId);
    time += 3 * 24 * 3_600_000;
    outage = where;
    expect(await cancel(companyId)).toEqual(away);
    outage = null;
    expect(await cancel(companyId)).toMatchObject({ ok: true, subscription: { status: 'canceled' } });
    const { movements } = await world.ledgerOf(companyId);
    expect(movements.map(({ kind }) => kind)).toEqual(['charge', 'refund']);
    const history = await world.store.read(`subscription-${companyId}`);
    expect(history.at(-1)).toMatchObject({
      type: 'SubscriptionCanceled',
      data: { refundCents: movements[1]?.cents },
    });
    expect((await world.mails(companyId)).filter((id) => id.startsWith('canceled'))).toHaveLength(2);
  });
});
