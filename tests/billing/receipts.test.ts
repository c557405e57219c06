import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { UNAVAILABLE } from '#services/billing/payments.port.ts';
import { createApplyProviderEvents } from '#services/billing/provider-events/apply-provider-events.ts';
import {
  createReceiveWebhook,
  type Delivery,
} from '#services/billing/provider-events/provider-events.postgres.ts';
import { createSandbox } from '#services/billing/sandbox/sandbox.ts';
import type { SandboxTables } from '#services/billing/sandbox/sandbox-tables.ts';
import { createSandboxWebhooks } from '#services/billing/sandbox/webhooks.ts';
import { recordedSubscriptions } from '#services/main/payments.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type BillingWorld, GOOD_CARD, openBillingWorld } from './billing-world.ts';

const DAY_MS = 24 * 3_600_000;
const NEVER_PAYS = 'pm_card_chargeCustomerFail';

let database: TestDatabase;
let world: BillingWorld;
/** Another process. */
let second: BillingWorld;
let time: number;
/** Whether the provider leaves questions about receipts without an answer. */
let isAway = false;

const clock = { now: () => new Date(time) };

beforeEach(async () => {
  time = Date.parse('2026-05-04T10:00:00Z');
  database = await createTestDatabase();
  const open = () =>
    openBillingWorld(database.url, {
      clock,
      between: (real) => ({
        ...real,
        receipts: async (id) => (isAway ? UNAVAILABLE : real.receipts(id)),
      }),
    });
  [world, second] = [open(), open()];
});
afterEach(async () => {
  isAway = false;
  await world.close();
  await second.close();
  await database.drop();
});

const save = (companyId: string, paymentMethodId = GOOD_CARD) =>
  world.billing.saveSubscription(world.context(companyId), { paymentMethodId });
const cancel = (companyId: string) => world.billing.cancelSubscription(world.context(companyId));

async function trialing(card = GOOD_CARD): Promise<string> {
  const companyId = await world.company();
  await save(companyId, card);
  return companyId;
}

/** The provider's time goes on. */
async function later(days: number): Promise<void> {
  time += days * DAY_MS;
  const recorded = recordedSubscriptions(world.store);
  const receive = async () => true;
  await createSandbox({ ...world, receive, recorded, unknownCompanies: async () => [] }).run();
}

/** All webhooks so far, signed now. */
const webhooks = () => createSandboxWebhooks({ db: queriesOn<SandboxTables>(world.pool), clock }).all();

async function receive(by: BillingWorld, deliveries: readonly Delivery[]): Promise<void> {
  const take = createReceiveWebhook({ ...by, providerEvents: { notifyStored: () => {} } });
  for (const each of deliveries) expect(await take(each)).toBe(true);
  await createApplyProviderEvents({
    ...by.billing,
    companyOfSubscription: async () => null,
  })({ log: createLog('silent'), signal: new AbortController().signal });
}

async function receiptsOf(companyId: string) {
  const receipts = await world.billing.receiptsOf(companyId);
  const mails = (await world.mails(companyId)).filter((id) => id.startsWith('receipt '));
  expect(mails.toSorted()).toEqual(receipts.map(({ receiptId }) => `receipt ${receiptId}`).toSorted());
  return receipts.map(({ kind, amountCents, cardLast4 }) => ({ kind, amountCents, cardLast4 }));
}

const visa = { cardLast4: '4242' };
const month = { kind: 'month', amountCents: 160_00, ...visa };

describe('each charge and refund has one receipt and one mail', () => {
  it('however often, in whatever order and in which process the webhooks come', async () => {
    const companyId = await trialing();
    expect(await receiptsOf(companyId)).toEqual([]);
    await later(7);
    await later(31);
    const all = await webhooks();
    await Promise.all([receive(world, all.toReversed()), receive(second, [...all, ...all])]);
    expect(await receiptsOf(companyId)).toEqual([month, month]);
    await receive(world, all);
    expect(await receiptsOf(companyId)).toEqual([month, month]);
  });

  it('when the answer tells of the charge before its webhook', async () => {
    const companyId = await trialing();
    await cancel(companyId);
    await save(companyId);
    expect(await receiptsOf(companyId)).toEqual([month]);
    await receive(world, await webhooks());
    expect(await receiptsOf(companyId)).toEqual([month]);
    time += 10 * DAY_MS;
    await cancel(companyId);
    const { movements } = await world.ledgerOf(companyId);
    const refund = { kind: 'refund', amountCents: movements[1]?.cents, ...visa };
    expect(await receiptsOf(companyId)).toEqual([month, refund]);
    await later(1);
    await receive(world, await webhooks());
    expect(await receiptsOf(companyId)).toEqual([month, refund]);
  });

  it('when another card pays what failed', async () => {
    const companyId = await trialing(NEVER_PAYS);
    await later(7);
    await receive(world, await webhooks());
    expect(await receiptsOf(companyId)).toEqual([]);
    await save(companyId, 'pm_card_mastercard');
    expect(await receiptsOf(companyId)).toEqual([{ ...month, cardLast4: '4444' }]);
  });

  it('when the provider does not answer in between', async () => {
    const companyId = await trialing();
    await cancel(companyId);
    isAway = true;
    expect(await save(companyId)).toEqual(UNAVAILABLE);
    isAway = false;
    expect(await world.billing.reconciliation.completeOpenIntent(companyId)).toBe('done');
    expect(await receiptsOf(companyId)).toEqual([month]);
  });
});

it('has no receipt for what a declined card did not pay', async () => {
  const companyId = await trialing(NEVER_PAYS);
  for (let day = 0; day < 30; day += 5) {
    await later(5);
    await receive(world, await webhooks());
  }
  expect(await receiptsOf(companyId)).toEqual([]);
});

it('is not mailed for money that was moved before receipts were kept', async () => {
  const companyId = await trialing();
  await later(7);
  await later(60);
  await receive(world, await webhooks());
  expect(await receiptsOf(companyId)).toHaveLength(2);
  const { rows } = await world.pool.query(
    `SELECT id FROM mail_outbox WHERE company_id = $1 AND id LIKE 'receipt %' AND not_after < $2`,
    [companyId, clock.now()],
  );
  expect(rows).toHaveLength(1);
});
