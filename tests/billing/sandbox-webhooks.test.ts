import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createReceiveWebhook } from '#services/billing/provider-events/provider-events.postgres.ts';
import { createSandboxPayments } from '#services/billing/sandbox/payments.sandbox.ts';
import { createSandbox } from '#services/billing/sandbox/sandbox.ts';
import type { Delivery } from '#services/billing/sandbox/webhooks.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const DAY_MS = 86_400_000;
const clock = { time: Date.parse('2026-01-31T12:00:00Z'), now: () => new Date(clock.time) };

const database = databaseWorld();

const payments = () => createSandboxPayments({ pool: database.pool, clock });

const receiving = () =>
  createReceiveWebhook({
    ...{ payments: payments(), pool: database.pool, clock },
    providerEvents: { notifyStored: () => {} },
  });

function sandbox(receive: (delivery: Delivery) => Promise<boolean>) {
  const recorded = { of: async () => null };
  return createSandbox({ pool: database.pool, clock, receive, recorded, unknownCompanies: async () => [] });
}

async function subscribed() {
  const companyId = randomUUID();
  const company = { companyId, companyName: 'Acme', email: 'ada@acme.test', key: `customer-${companyId}` };
  const customer = await payments().ensureCustomer(company);
  if (!customer.ok) throw new Error(customer.code);
  const { customerId } = customer;
  const started = await payments().startSubscription({
    ...{ companyId, customerId, paymentMethodId: 'pm_card_visa', seats: 3, trialDays: 7 },
    key: `start-${companyId}`,
  });
  if (!started.ok) throw new Error(started.code);
  return { companyId, customerId, subscriptionId: started.subscription.id };
}

const stored = async (companyId: string) =>
  (
    await database.pool.query<{ type: string }>(
      'SELECT type FROM provider_events WHERE company_id = $1 ORDER BY happened_at, type',
      [companyId],
    )
  ).rows.map(({ type }) => type);

it('sandbox webhooks are signed like real ones, and stored once by concurrent runs', {
  tags: ['decision-5.7'],
}, async () => {
  const { companyId } = await subscribed();
  const receive = receiving();
  clock.time += 8 * DAY_MS;
  await Promise.all([1, 2, 3, 4].map(() => sandbox(receive).run()));
  await sandbox(receive).run();
  expect(await stored(companyId)).toEqual([
    'customer.subscription.created',
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
    'invoice.paid',
  ]);
  const { rows } = await database.pool.query(
    `SELECT m.cents FROM sandbox.movements m JOIN sandbox.subscriptions s ON s.id = m.subscription_id
      WHERE s.company_id = $1`,
    [companyId],
  );
  expect(rows).toEqual([{ cents: 180_00 }]);
});

it('a webhook that was not accepted is delivered again, and none is left out', async () => {
  const { companyId } = await subscribed();
  const seen: string[] = [];
  let calls = 0;
  const broken = async ({ rawBody }: Delivery): Promise<boolean> => {
    calls++;
    if (calls % 3 === 1) throw new Error('the endpoint fell over');
    if (calls % 3 === 2) return false;
    seen.push(rawBody.toString());
    return true;
  };
  clock.time += 40 * DAY_MS;
  for (let run = 0; run < 40; run++) {
    await sandbox(broken)
      .run()
      .catch((error: Error) => expect(error.message).toMatch(/fell over|several tasks failed/));
  }
  const types = seen
    .filter((body) => body.includes(companyId))
    .map((body) => JSON.parse(body).type as string);
  // Not in the order of the events: a webhook that was not accepted does not block the others.
  expect(types.toSorted((one, other) => one.localeCompare(other))).toEqual([
    'customer.subscription.created',
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.paid',
  ]);
  expect(types[0]).not.toBe('customer.subscription.created');
});

it('a forgotten company leaves nothing behind, and the others stay', async () => {
  const [gone, stays] = [await subscribed(), await subscribed()];
  const receive = receiving();
  const { customerId } = gone;
  await payments().createSetupIntent({ customerId, key: 'setup' });
  clock.time += 40 * DAY_MS;
  await sandbox(receive).run();
  expect(await sandbox(receive).deleteCompany(gone.companyId)).toBe(true);
  expect(await sandbox(receive).deleteCompany(gone.companyId)).toBe(false);
  // Idempotency keys hold ids and are deleted by age.
  clock.time += 31 * DAY_MS;
  await sandbox(receive).run();
  const { rows } = await database.pool.query<{ table: string }>(
    `SELECT c.relname AS table FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'sandbox'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(7);
  for (const { table } of rows) {
    const { rows: found } = await database.pool.query(
      `SELECT 1 FROM sandbox.${table} t WHERE t::text LIKE ANY ($1)`,
      [Object.values(gone).map((id) => `%${id}%`)],
    );
    expect(found, table).toEqual([]);
  }
  expect(await payments().subscription(stays.subscriptionId)).toMatchObject({
    subscription: { status: 'active' },
  });
});
