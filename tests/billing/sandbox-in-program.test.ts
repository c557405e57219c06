import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { loadDemoCompany } from '#services/demo/demo-company.ts';
import { openSandbox } from '#services/main/payments.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { AS_JSON, type HttpClient } from '#tests/support/servers/http-client.ts';
import { PASSWORD, startTestProgram, type TestProgram } from '#tests/support/servers/test-program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const advance = (client: HttpClient, days: number) => client.post('/dev/payments/advance', { days }, AS_JSON);

async function paying() {
  const company = await program.seedCompany({ associates: 1 });
  return { company, owner: await program.signIn(company.owner.email) };
}

async function subscription(companyId: string) {
  const state = await program.core.commands.subscriptions.subscriptionOf(companyId);
  if (state.kind === 'none') throw new Error('not subscribed');
  return state;
}

it('the provider knows a company that was recorded as paying', async () => {
  const { company } = await paying();
  const { providerSubscriptionId } = await subscription(company.companyId);
  const found = await program.core.payments.subscription(providerSubscriptionId);
  expect(found).toMatchObject({
    ok: true,
    subscription: { status: 'active', companyId: company.companyId },
  });
});

it('the super employee moves the time of the payments, and every read shows it at once', async () => {
  const { company, owner } = await paying();
  const before = Date.now();
  const reply = await advance(owner, 45);
  expect(reply.status).toBe(200);
  expect(Date.parse(reply.body.now) - before).toBeGreaterThan(44 * 86_400_000);
  const { nextBillingAt, status } = await subscription(company.companyId);
  expect(status).toBe('active');
  expect(Date.parse(nextBillingAt ?? '')).toBeGreaterThan(Date.parse(reply.body.now));
});

it('the time cannot be moved by others, from another site, or by an invalid number of days', async () => {
  const { company, owner } = await paying();
  expect((await advance(program.client(), 1)).status).toBe(401);
  const associate = company.associates[0]?.email ?? '';
  expect((await advance(await program.signIn(associate, PASSWORD), 1)).status).toBe(403);
  const foreign = { ...AS_JSON, origin: 'https://elsewhere.test' };
  expect((await owner.post('/dev/payments/advance', { days: 1 }, foreign)).status).toBe(403);
  for (const days of [0, -1, 4000, 'eight']) {
    const reply = await owner.post('/dev/payments/advance', { days }, AS_JSON);
    expect(reply.status, String(days)).toBe(400);
  }
});

it('a card that stops working leads to the inactive screen, and the provider gives the reason', {
  tags: ['decision-5.4'],
}, async () => {
  const { company, owner } = await paying();
  // The first bill of the provider replaces the date that was recorded with the company.
  await advance(owner, 45);
  const { providerSubscriptionId: subscriptionId } = await subscription(company.companyId);
  const { payments } = program.core;
  const found = await payments.subscription(subscriptionId);
  if (!found.ok || !found.subscription) throw new Error('the provider does not know it');
  const { customerId } = found.subscription;
  const paymentMethodId = 'pm_card_chargeCustomerFail';
  const changed = await payments.changeCard({ customerId, subscriptionId, paymentMethodId, key: 'bad-card' });
  expect(changed.ok).toBe(true);
  const { nextBillingAt } = await subscription(company.companyId);
  const { now } = (await advance(owner, 1)).body;
  const daysToGo = (Date.parse(nextBillingAt ?? '') - Date.parse(now)) / 86_400_000;
  await advance(owner, daysToGo + 0.5);
  expect((await subscription(company.companyId)).status).toBe('past_due');
  const stillWorks = await owner.get('/api/employees/getemployee');
  expect(stillWorks.body).toMatchObject({ subscriptionIsActive: true });
  await advance(owner, 8);
  expect((await subscription(company.companyId)).status).toBe('canceled');
  const again = await program.signIn(company.owner.email);
  expect((await again.get('/api/campaigns/getcampaigns/all')).status).toBe(402);
});

it('the demo company pays month after month, with the job alone', async () => {
  const position = await loadDemoCompany(program.core);
  expect(await program.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
  const sandbox = openSandbox(program.core);
  await Promise.all([sandbox?.run(), openSandbox(program.core)?.run()]);
  const booked = await program.core.database.owner.query<{ id: string }>(
    'SELECT id FROM sandbox.subscriptions WHERE company_id = $1',
    [DEMO_COMPANY_ID],
  );
  expect(booked.rows).toEqual([{ id: 'sub_demo' }]);
  const { nextBillingAt } = await subscription(DEMO_COMPANY_ID);
  const demo = await program.signIn('owner@demo.test', 'Demo-pass1');
  expect((await advance(demo, 3 * 365)).status).toBe(200);
  const later = await subscription(DEMO_COMPANY_ID);
  expect(later.status).toBe('active');
  expect(Date.parse(later.nextBillingAt ?? '')).toBeGreaterThan(
    Date.parse(nextBillingAt ?? '') + 1000 * 86_400_000,
  );
});
