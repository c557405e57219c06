import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';
import { done } from './payments/payer.ts';
import { deliverWebhooks, postWebhook } from './stripe-fake/deliver-webhooks.ts';
import { FAKE_KEYS, type StripeFake, startStripeFake } from './stripe-fake/stripe-fake.ts';

let fake: StripeFake;
let program: TestProgram;
let url: string;

beforeAll(async () => {
  fake = await startStripeFake({ now: new Date(Math.floor(Date.now() / 1000) * 1000) });
  program = await startTestProgram({ payments: { kind: 'stripe', ...FAKE_KEYS, apiBase: fake.url } });
  url = `${program.url}/api/webhooks/stripe`;
});
afterAll(async () => {
  await program.stop();
  await fake.close();
});

/** A company that begins its trial, and the index of its first webhook. */
async function trial() {
  const from = fake.webhooks.length;
  const { payments } = program.core;
  const companyId = randomUUID();
  const company = { companyId, companyName: 'Acme', email: 'ada@acme.test', key: `customer-${companyId}` };
  const { customerId } = done(await payments.ensureCustomer(company));
  const { subscription } = done(
    await payments.startSubscription({
      ...{ companyId, customerId, paymentMethodId: 'pm_card_visa', seats: 2, trialDays: 7 },
      key: `start-${companyId}`,
    }),
  );
  return { from, companyId, subscriptionId: subscription.id };
}

async function storedEvents(ids: readonly string[]) {
  const { rows } = await program.core.database.owner.query<{
    id: string;
    type: string;
    subscription_id: string | null;
  }>(
    `SELECT id, type, company_id, subscription_id FROM provider_events
      WHERE provider = 'stripe' AND id = ANY($1) ORDER BY id`,
    [ids],
  );
  return rows;
}

const idsFrom = (from: number) =>
  fake.webhooks.slice(from).map((body) => (JSON.parse(body.toString()) as { id: string }).id);

it('webhooks delivered five times in any order are stored once, with company and subscription', {
  tags: ['reliability-29', 'decision-5.9'],
}, async () => {
  const { from, companyId, subscriptionId } = await trial();
  const statuses = await deliverWebhooks(fake, url, { from, times: 5, shuffle: (all) => all.toReversed() });
  expect(new Set(statuses)).toEqual(new Set([200]));
  const ids = idsFrom(from);
  expect(ids.length).toBeGreaterThan(3);
  const rows = await storedEvents(ids);
  expect(rows.map(({ id }) => id)).toEqual(ids.toSorted());
  expect(rows.find(({ type }) => type === 'customer.subscription.created')).toMatchObject({
    company_id: companyId,
    subscription_id: subscriptionId,
  });
});

it('one webhook sent over many connections at once is stored once', async () => {
  const { from } = await trial();
  const [rawBody = Buffer.alloc(0)] = fake.webhooks.slice(from);
  const signature = fake.sign(rawBody, fake.now());
  const statuses = await Promise.all(Array.from({ length: 20 }, () => postWebhook(url, rawBody, signature)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await storedEvents(idsFrom(from).slice(0, 1))).toHaveLength(1);
});

it('a webhook needs no session and no origin of ours: the signature proves the sender', async () => {
  const { from } = await trial();
  const [rawBody = Buffer.alloc(0)] = fake.webhooks.slice(from);
  const signature = fake.sign(rawBody, fake.now());
  const foreign = { origin: 'https://elsewhere.test', cookie: 'tb_session=nonsense' };
  expect(await postWebhook(url, rawBody, signature, foreign)).toBe(200);
  expect(await postWebhook(url, rawBody, signature, { 'content-type': 'text/plain' })).toBe(200);
});

it('an unsigned, changed, old or too long webhook is not stored', {
  tags: ['reliability-29', 'decision-5.9'],
}, async () => {
  const { from } = await trial();
  const [rawBody = Buffer.alloc(0)] = fake.webhooks.slice(from);
  const old = new Date(fake.now().getTime() - 301_000);
  const long = Buffer.alloc(1024 * 1024 + 1, 32);
  expect(await postWebhook(url, rawBody, null)).toBe(400);
  expect(await postWebhook(url, rawBody, 'nonsense')).toBe(400);
  expect(await postWebhook(url, rawBody, fake.sign(rawBody, old))).toBe(400);
  const changed = Buffer.concat([rawBody, Buffer.from(' ')]);
  expect(await postWebhook(url, changed, fake.sign(rawBody, fake.now()))).toBe(400);
  expect(await postWebhook(url, Buffer.alloc(0), fake.sign(rawBody, fake.now()))).toBe(400);
  expect(await postWebhook(url, long, fake.sign(long, fake.now()))).toBe(413);
  expect(await storedEvents(idsFrom(from))).toEqual([]);
  const almost = Buffer.concat([rawBody, Buffer.alloc(1024 * 1024 - rawBody.length, 32)]);
  expect(await postWebhook(url, almost, fake.sign(almost, fake.now()))).toBe(200);
});

it('a webhook is answered with an error while it cannot be stored, so that the provider sends it again', async () => {
  const { from } = await trial();
  const { owner: pool } = program.core.database;
  await pool.query('ALTER TABLE provider_events RENAME TO provider_events_away');
  try {
    expect(await deliverWebhooks(fake, url, { from })).not.toContain(200);
  } finally {
    await pool.query('ALTER TABLE provider_events_away RENAME TO provider_events');
  }
  expect(new Set(await deliverWebhooks(fake, url, { from }))).toEqual(new Set([200]));
  expect(await storedEvents(idsFrom(from))).toHaveLength(idsFrom(from).length);
});

it('the webhook path accepts POST only', async () => {
  expect((await fetch(url)).status).toBe(404);
});
