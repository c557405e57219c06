import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { settleAccountsJob } from '#services/auth/auth.job.ts';
import { type AccountWorld, CHOSEN_PASSWORD, openAccounts } from '#tests/auth/account-world.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const MINUTE_MS = 60_000;
const clock = { time: Date.now(), now: () => new Date(clock.time) };

let database: TestDatabase;
let world: AccountWorld;
/** Another process. */
let other: AccountWorld;
let company: { companyId: string; campaignId: string };
beforeAll(async () => {
  database = await createTestDatabase();
  [world, other] = [openAccounts(database.url, clock), openAccounts(database.url, clock)];
  const { companyId, campaigns } = await seedCompany({ ...world, clock });
  company = { companyId, campaignId: campaigns[0]?.campaignId ?? '' };
});
afterAll(async () => {
  await world.close();
  await other.close();
  await database.drop();
});

async function run(): Promise<void> {
  const log = createLog('silent');
  const { signal } = new AbortController();
  await settleAccountsJob(other.accounts).handler({}, { jobId: 'one', attempt: 1, signal, log });
}

const claimed = () => ({
  email: `${newId()}@example.test`,
  employeeId: newId(),
  companyId: company.companyId,
  password: CHOSEN_PASSWORD,
});

it('frees the email of an unfinished add after five minutes', async () => {
  const left = claimed();
  await world.accounts.create(left);
  clock.time += 4 * MINUTE_MS;
  await run();
  expect(await world.accounts.byEmail(left.email)).not.toBeNull();
  clock.time += 2 * MINUTE_MS;
  await run();
  expect(await world.accounts.byEmail(left.email)).toBeNull();
  expect(await other.accounts.create({ ...claimed(), email: left.email })).toBe(true);
});

it('leaves alone an account with an employee, however old', async () => {
  const { rows } = await database.pool.query<{ email: string }>(
    `SELECT email FROM emails WHERE email LIKE '%.${company.companyId}@%'`,
  );
  expect(rows.length).toBeGreaterThan(2);
  for (let hour = 0; hour < 2; hour++) {
    clock.time += 60 * MINUTE_MS;
    await run();
  }
  for (const { email } of rows) expect(await world.accounts.byEmail(email)).not.toBeNull();
});

it('leaves the email of a change in progress alone, however slow the change is', async () => {
  const { password, ...person } = claimed();
  const slow = Promise.withResolvers<void>();
  const isClaimed = Promise.withResolvers<void>();
  const input = { ...person, firstName: 'Slow', lastName: 'One', role: 'sales associate' };
  const adding = world.accounts.admit(person, password, (claim) =>
    world.commands.employees.addEmployee(
      contextOf(company.companyId),
      { ...input, campaignId: company.campaignId },
      async (email) => {
        const isHis = await claim(email);
        isClaimed.resolve();
        await slow.promise;
        return isHis;
      },
    ),
  );
  await isClaimed.promise;
  clock.time += 10 * MINUTE_MS;
  await run();
  expect(await other.accounts.create({ ...claimed(), email: person.email })).toBe(false);
  slow.resolve();
  expect(await adding).toMatchObject({ ok: true });
  expect(await other.accounts.verify(person.email, password)).toMatchObject({
    employeeId: person.employeeId,
  });
});
