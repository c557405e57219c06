import { createPool } from '#platform/database.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { derivedId } from '#platform/ids.ts';
import { createAccounts } from '#services/auth/accounts.ts';
import { createSessionRows } from '#services/auth/session-rows.ts';
import { accountFacts, createCommands } from '#services/main/wiring.ts';
import { contextOf, done } from '#tests/support/command-world.ts';
import type { SignedIn } from './browser.ts';
import type { Founded } from './office.ts';
import { SELLERS, STAYING } from './plan.ts';

/** Of the sellers: a day has a midnight in each. */
const ZONES = ['America/Toronto', 'Europe/Berlin', 'Asia/Kathmandu'];

/** What companies are founded with. */
export function createFounders(databaseUrl: string) {
  const pool = createPool(databaseUrl, { max: 2 });
  const store = createPostgresEventStore({ pool });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  return { pool, store, commands: createCommands(store), close };
}

export type Founders = ReturnType<typeof createFounders>;

/** A company with goals, campaigns and managers who sell and are signed in. */
export async function foundCompany(companyId: string, { pool, store, commands }: Founders, now: string) {
  const clock = { now: () => new Date(now) };
  const accounts = createAccounts({ pool, clock, ...accountFacts(commands) });
  const sessions = createSessionRows({ pool, clock });
  let command = 0;
  const ctx = () => contextOf(companyId, { now, commandId: derivedId(companyId, command++) });
  const entryDate = now.slice(0, 10);
  const people: SignedIn[] = [];
  const founded: Founded[number][] = [];
  const ids = { goalId: '', campaignId: '' };
  // The first goal has no campaign and the first campaign no people, so they can be deleted.
  for (const name of ['Bold', 'Steady']) {
    ids.goalId = (await done(commands.goals.addGoal(ctx(), { name, hourlySales: 2, entryDate }))).goalId;
    founded.unshift({ kind: 'Goal', id: ids.goalId, facts: {} });
  }
  const { goalId } = ids;
  for (const name of ['Wind', 'Solar']) {
    const campaign = { name, commission: 10, tax: 13, goalId, entryDate };
    ids.campaignId = (await done(commands.campaigns.addCampaign(ctx(), campaign))).campaignId;
    founded.unshift({ kind: 'Campaign', id: ids.campaignId, facts: { goalId } });
  }
  const { campaignId } = ids;
  for (let person = 0; person < SELLERS; person++) {
    const employeeId = derivedId(companyId, 'person', person);
    const names = { firstName: `Person${person}`, lastName: 'Test', email: `${employeeId}@example.test` };
    await done(
      commands.employees.addEmployee(ctx(), {
        ...names,
        employeeId,
        role: 'manager',
        campaignId,
        shiftDuration: 8,
      }),
    );
    const rights = {
      role: 'manager',
      type: 'employee',
      timeZone: ZONES[person % ZONES.length] as string,
      subscriptionIsActive: true,
    } as const;
    const account = { companyId, employeeId };
    await accounts.create({ ...account, email: names.email, password: null });
    await accounts.rememberTimeZone(account, rights.timeZone);
    const session = await sessions.open({ ...account, timeZone: rights.timeZone, address: '127.0.0.1' });
    people.push({ ...session, ...account, ...rights });
    founded.push({ kind: 'Employee', id: employeeId, facts: { role: rights.role, campaignId } });
  }
  await done(
    commands.companies.registerCompany(ctx(), {
      ...{ name: `Company ${companyId}`, employeeCount: '0-20' },
      superEmployeeId: people[0]?.employeeId ?? '',
    }),
  );
  const provided = {
    provider: 'sandbox',
    providerSubscriptionId: `sub_${companyId}`,
    status: 'active',
  } as const;
  await done(
    commands.subscriptions.startSubscription(ctx(), {
      ...{ ...provided, trialEndsAt: null, nextBillingAt: null, seats: SELLERS },
    }),
  );
  const head = await store.head();
  /** These may be deleted. */
  const staff = people.slice(STAYING).map(({ employeeId }) => employeeId);
  return { founded, people, staff, head };
}
