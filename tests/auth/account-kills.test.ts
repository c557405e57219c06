import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import { killAtEachStep } from '#tests/support/servers/kill-at-each-step.ts';
import { seedCompany } from '#tests/support/servers/seed-company.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { type AccountWorld, CHOSEN_PASSWORD, type Order, openAccounts } from './account-world.ts';

let database: TestDatabase;
/** Processes of right now, and of six minutes later, when an unfinished change counts as abandoned. */
let now: AccountWorld;
let later: AccountWorld;
let company: { companyId: string; campaignId: string };
let competitor: { companyId: string; campaignId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  now = openAccounts(database.url);
  later = openAccounts(database.url, { now: () => new Date(Date.now() + 6 * 60_000) });
  [company, competitor] = [await seeded(), await seeded()];
});
afterAll(async () => {
  await now.close();
  await later.close();
  await database.drop();
});

async function seeded() {
  const { commands, accounts } = now;
  const clock = { now: () => new Date() };
  const { companyId, campaigns } = await seedCompany({ commands, accounts, clock }, { associates: 0 });
  return { companyId, campaignId: campaigns[0]?.campaignId ?? '' };
}

const newEmail = () => `${newId()}@example.test`;
const orderOf = (what: Order['what'], employeeId = newId(), email = newEmail()): Order => ({
  ...company,
  what,
  employeeId,
  email,
  commandId: newId(),
});

const atEachStep = (prepare: () => Promise<Order>, look: (order: Order) => Promise<void>) =>
  killAtEachStep({ open: openAccounts, url: database.url }, prepare, look);

/** The employee who can sign in with that email, as by `POST /login`: both account and employee must exist. */
async function signIn(email: string): Promise<string | null> {
  const account = await now.accounts.verify(email, CHOSEN_PASSWORD);
  if (!account) return null;
  const ctx = contextOf(account.companyId, { actorId: account.employeeId });
  const shift = await now.commands.shifts.login(ctx, { employeeId: account.employeeId, timeZone: 'UTC' });
  return shift.ok ? account.employeeId : null;
}

/** Whether a competing company can add an employee with that email. */
async function competitorGets(world: AccountWorld, email: string): Promise<boolean> {
  const order = { ...competitor, what: 'add', employeeId: newId(), email, commandId: newId() } as const;
  const outcome = await world.run(order);
  if (outcome.ok) expect(await signIn(email)).toBe(order.employeeId);
  else expect(outcome.code).toBe('emailTaken');
  return outcome.ok;
}

async function holderOf(email: string): Promise<string | undefined> {
  const query = 'SELECT employee_id AS id FROM emails WHERE email = $1';
  const { rows } = await database.pool.query<{ id: string }>(query, [email]);
  return rows[0]?.id;
}

const emailOf = ({ companyId, employeeId }: Order) =>
  now.commands.employees.emailOf({ companyId, employeeId });
const added = async () => {
  const order = orderOf('add');
  await done(now.run(order));
  return order;
};

describe('an add killed at any step', () => {
  it('leaves an employee who can sign in, or a free email', async () => {
    let employees = 0;
    const { killed } = await atEachStep(
      async () => orderOf('add'),
      async (order) => {
        const exists = (await emailOf(order)) !== null;
        if (exists) employees += 1;
        expect(await signIn(order.email)).toBe(exists ? order.employeeId : null);
        expect(await competitorGets(later, order.email)).toBe(!exists);
      },
    );
    expect(killed).toBeGreaterThan(5);
    // Some kills came before the event and some after it.
    expect(employees).toBeGreaterThan(0);
    expect(employees).toBeLessThan(killed);
  });

  it('is completed when it is repeated', async () => {
    await atEachStep(
      async () => orderOf('add'),
      async (order) => {
        await done(now.run(order));
        expect(await signIn(order.email)).toBe(order.employeeId);
        expect(await competitorGets(later, order.email)).toBe(false);
      },
    );
  });
});

describe('a proof that takes an email from a person without one, killed at any step,', () => {
  it('leaves it with one of the two, and both can sign in', async () => {
    const former = new Map<string, string>();
    let moved = 0;
    const { killed } = await atEachStep(
      async () => {
        const order = orderOf('add');
        const person = { companyId: competitor.companyId, employeeId: newId() };
        const said = {
          ...person,
          email: order.email,
          role: 'sales associate',
          firstName: 'Ada',
          lastName: 'L',
        };
        const ctx = contextOf(person.companyId);
        await done(
          now.accounts.admit(person, `first of ${person.employeeId}`, (claim) =>
            now.commands.employees.addEmployee(ctx, { ...said, campaignId: competitor.campaignId }, claim),
          ),
        );
        former.set(order.employeeId, person.employeeId);
        return order;
      },
      async (order) => {
        const other = former.get(order.employeeId);
        const exists = (await emailOf(order)) !== null;
        if (exists) moved += 1;
        // Another lane may be settling the same one at this moment.
        await expect
          .poll(async () => {
            await later.accounts.settleAbandoned(new AbortController().signal);
            return holderOf(order.email);
          })
          .toBe(exists ? order.employeeId : other);
        expect(await signIn(order.email)).toBe(exists ? order.employeeId : null);
        expect(await now.accounts.verify(order.email, `first of ${other}`)).toMatchObject({
          employeeId: other,
        });
      },
    );
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(killed);
  });
});

describe('an edit of the email killed at any step', () => {
  it('leaves the employee one of both emails, and the other one free', async () => {
    const former = new Map<string, string>();
    let moved = 0;
    const { killed } = await atEachStep(
      async () => {
        const { employeeId, email } = await added();
        former.set(employeeId, email);
        return orderOf('edit', employeeId);
      },
      async (order) => {
        const before = former.get(order.employeeId) ?? '';
        const isMoved = (await emailOf(order)) === order.email;
        const [his, others] = isMoved ? [order.email, before] : [before, order.email];
        if (isMoved) moved += 1;
        expect(await signIn(his)).toBe(order.employeeId);
        expect(await competitorGets(now, his)).toBe(false);
        expect(await competitorGets(later, his)).toBe(false);
        expect(await competitorGets(later, others)).toBe(true);
        expect(await signIn(his)).toBe(order.employeeId);
      },
    );
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(killed);
  });
});

describe('a deletion killed at any step', () => {
  it('leaves the employee unchanged, or the email free', async () => {
    let deleted = 0;
    const { killed } = await atEachStep(
      async () => {
        const { employeeId, email } = await added();
        return orderOf('delete', employeeId, email);
      },
      async (order) => {
        const isGone = (await emailOf(order)) === null;
        if (isGone) deleted += 1;
        expect(await signIn(order.email)).toBe(isGone ? null : order.employeeId);
        expect(await competitorGets(later, order.email)).toBe(isGone);
      },
    );
    expect(deleted).toBeGreaterThan(0);
    expect(deleted).toBeLessThan(killed);
  });
});

describe('abandoned changes', () => {
  it('are all settled by the job', async () => {
    for (const order of [async () => orderOf('add'), async () => orderOf('edit', (await added()).employeeId)])
      await atEachStep(order, async () => {});
    const { rowCount } = await database.pool.query('SELECT FROM emails WHERE NOT settled');
    expect(rowCount, 'abandoned changes').toBeGreaterThan(0);
    await later.accounts.settleAbandoned(new AbortController().signal);
    const { rows } = await database.pool.query(`
      SELECT email, settled FROM emails WHERE NOT settled
      UNION ALL
      SELECT employee_id, NULL FROM accounts a
       WHERE NOT EXISTS (SELECT FROM emails e WHERE e.company_id = a.company_id AND e.employee_id = a.employee_id)
         AND NOT EXISTS (
           SELECT FROM waiting_emails w WHERE w.company_id = a.company_id AND w.employee_id = a.employee_id)`);
    expect(rows).toEqual([]);
    const people = await database.pool.query<{ email: string; company_id: string; employee_id: string }>(
      'SELECT email, company_id, employee_id FROM emails',
    );
    for (const { email, company_id, employee_id } of people.rows) {
      const person = { companyId: company_id, employeeId: employee_id };
      expect(await now.commands.employees.emailOf(person)).toBe(email);
    }
  });
});
