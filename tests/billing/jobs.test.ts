import { afterAll, beforeAll, expect, it } from 'vitest';
import { queriesOn } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createQueries } from '#projections/all.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { billingJobs } from '#services/billing/billing.module.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { MAX_WAIT_MS } from '#tests/support/max-wait.ts';
import { type ApiUnderTest, startApi } from '#tests/support/servers/api-under-test.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { DECLINED_CARD, GOOD_CARD } from './billing-world.ts';

const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-06-01T08:00:00Z');

let database: TestDatabase;
let api: ApiUnderTest;
let now = BEGIN;
let isAway = false;
const clock = { now: () => new Date(now) };
const away = async () => ({ ok: false, code: 'unavailable' }) as const;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi(database.url, {
    clock,
    payments: (real) => ({
      ...real,
      startSubscription: (input) => (isAway ? away() : real.startSubscription(input)),
      setSeats: (input) => (isAway ? away() : real.setSeats(input)),
    }),
  });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

async function run(name: string): Promise<void> {
  const job = billingJobs({
    billing: api.billing,
    clock,
    queries: createQueries(queriesOn<ReadModels>(api.pool)),
  }).find(({ type }) => type.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  const signal = new AbortController().signal;
  await job.handler({}, { jobId: newId(), attempt: 1, signal, log: createLog('silent') });
}

const ctx = (companyId: string) => contextOf(companyId, { now: clock.now().toISOString() });

async function founded(): Promise<string> {
  const companyId = newId();
  const superEmployeeId = newId();
  const { companies, employees } = api.commands;
  const email = `${companyId}@example.test`;
  await companies.registerCompany(ctx(companyId), {
    name: companyId,
    employeeCount: '0-20',
    superEmployeeId,
  });
  await employees.addSuperEmployee(ctx(companyId), {
    ...{ employeeId: superEmployeeId, firstName: 'Grace', lastName: 'Hopper', email },
  });
  return companyId;
}

async function waitForReads(position: number): Promise<void> {
  expect(await api.progress.waitFor(position, MAX_WAIT_MS)).toBe(true);
}

async function trialing(): Promise<string> {
  const companyId = await founded();
  const saved = await api.billing.saveSubscription(ctx(companyId), { paymentMethodId: GOOD_CARD });
  if (!saved.ok) throw new Error(saved.code);
  await waitForReads(saved.position);
  return companyId;
}

const mails = async (companyId: string): Promise<string[]> =>
  (
    await api.pool.query('SELECT id FROM mail_outbox WHERE company_id = $1 ORDER BY id', [companyId])
  ).rows.map(({ id }) => id);
const stateOf = (companyId: string) => api.commands.subscriptions.subscriptionOf(companyId);

it('the end of a trial is announced once, two days before, and not after it ended', async () => {
  const begin = now;
  const companyId = await trialing();
  now = begin + (5 * 24 - 1) * HOUR_MS;
  await run('remind-of-trial-end');
  expect(await mails(companyId)).toEqual([`welcome ${companyId}`]);
  now = begin + (5 * 24 + 1) * HOUR_MS;
  await run('remind-of-trial-end');
  await run('remind-of-trial-end');
  expect(await mails(companyId)).toEqual([
    expect.stringMatching(`^trial ends sub_.+ ${new Date(begin + 7 * 24 * HOUR_MS).toISOString()}$`),
    `welcome ${companyId}`,
  ]);
  const { rows } = await api.pool.query(
    `SELECT not_after FROM mail_outbox WHERE company_id = $1 AND id LIKE 'trial ends %'`,
    [companyId],
  );
  expect(rows).toEqual([{ not_after: new Date(begin + 7 * 24 * HOUR_MS).toISOString() }]);
  const late = await trialing();
  await api.billing.cancelSubscription(ctx(late));
  now += 8 * 24 * HOUR_MS;
  await run('remind-of-trial-end');
  expect((await mails(late)).filter((id) => id.startsWith('trial ends'))).toEqual([]);
});

it('after ten minutes without the provider, starts and seats are completed, and no company waits for another', async () => {
  const companyId = await trialing();
  const others = await trialing();
  const waiting = await founded();
  isAway = true;
  const asked = await api.billing.saveSubscription(ctx(waiting), { paymentMethodId: GOOD_CARD });
  expect(asked).toEqual({ ok: false, code: 'unavailable' });
  const hire = async (company: string) => {
    const person = { employeeId: newId(), firstName: 'Ada', lastName: 'L', email: `${newId()}@example.test` };
    const added = await api.commands.employees.addSuperEmployee(ctx(company), person);
    if (added.ok) await waitForReads(added.position);
  };
  await hire(companyId);
  await hire(others);
  for (const minute of [1, 5, 10]) {
    now += minute * 60_000;
    await run('follow-seats');
    await run('complete-payments');
  }
  expect(await stateOf(companyId)).toMatchObject({ seats: 1 });
  expect(await stateOf(waiting)).toEqual({ kind: 'none' });
  isAway = false;
  now += 10 * 60_000;
  await run('follow-seats');
  await run('complete-payments');
  expect(await stateOf(companyId)).toMatchObject({ seats: 2 });
  expect(await stateOf(others)).toMatchObject({ seats: 2 });
  expect(await stateOf(waiting)).toMatchObject({ status: 'trialing' });
});

it('the job fetches events that the provider failed to deliver', async () => {
  const companyId = await trialing();
  now += 8 * 24 * HOUR_MS;
  await run('check-subscriptions');
  expect(await stateOf(companyId)).toMatchObject({ status: 'active' });
  const declined = await api.billing.saveSubscription(ctx(companyId), { paymentMethodId: DECLINED_CARD });
  expect(declined).toEqual({ ok: false, code: 'card declined' });
});
