import { DEMO_COMPANY_ID } from '#contracts/company-kinds.ts';
import { DAY_MS } from '#contracts/local-date.ts';
import { addMonths } from '#platform/calendar.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import { foundCompany } from '#services/registration/founding.ts';
import { ASSOCIATES, HOME_ZONE, MANAGER, OWNER, type Person, zonesAt } from './demo-cast.ts';
import { CAMPAIGNS, type CampaignKey, GOALS, JOB_AIDS } from './demo-catalogue.ts';
import { type DemoCommands, demoContext } from './demo-commands.ts';
import type { Step } from './in-order.ts';

export const DEMO_PASSWORD = 'Demo-pass1';
export const DEMO_DOMAIN = 'demo.test';

export type DemoAccounts = Parameters<typeof foundCompany>[0]['accounts'] & {
  rememberTimeZone(person: { companyId: string; employeeId: string }, timeZone: string): Promise<void>;
};

export type Campaigns = ReadonlyMap<CampaignKey, string>;
export type Employees = ReadonlyMap<string, string>;

/** Returns the id of the super employee. */
export async function foundDemo(commands: DemoCommands, accounts: DemoAccounts, at: string): Promise<string> {
  const deps = { companies: commands, employees: commands, accounts };
  const { key, ...names } = OWNER;
  const founder = { ...names, email: `${key}@${DEMO_DOMAIN}`, password: DEMO_PASSWORD };
  const company = { name: 'Northwind Connect', employeeCount: '0-20', founder };
  const { superEmployeeId } = await foundCompany(
    deps,
    (step: string) => demoContext(at, null, step),
    company,
  );
  const companyId = DEMO_COMPANY_ID;
  await accounts.rememberTimeZone({ companyId, employeeId: superEmployeeId }, HOME_ZONE);
  return superEmployeeId;
}

/** Adds goals, campaigns and job aids, as the owner on the first day. */
export async function addStructure(
  commands: DemoCommands,
  { at, ownerId, entryDate }: { at: string; ownerId: string; entryDate: string },
): Promise<Campaigns> {
  const goals = new Map<string, string>();
  for (const { key, ...goal } of GOALS) {
    const added = await commands.addGoal(demoContext(at, ownerId, 'goal', key), { ...goal, entryDate });
    goals.set(key, expectDone(added).goalId);
  }
  const campaigns = new Map<CampaignKey, string>();
  for (const { key, name, commission, tax, goal } of CAMPAIGNS) {
    const input = { name, commission, tax, goalId: goals.get(goal), entryDate };
    const added = await commands.addCampaign(demoContext(at, ownerId, 'campaign', key), input);
    campaigns.set(key, expectDone(added).campaignId);
  }
  for (const jobAid of JOB_AIDS) {
    expectDone(await commands.addJobAid(demoContext(at, ownerId, 'job aid', jobAid.name), jobAid));
  }
  return campaigns;
}

/** Adds the manager, then the associates. A person with a later start is a step of the day before it. */
export async function addPeople(
  commands: DemoCommands,
  accounts: DemoAccounts,
  team: { at: string; now: string; ownerId: string; campaigns: Campaigns },
): Promise<{ employees: Employees; newcomers: Step[] }> {
  const companyId = DEMO_COMPANY_ID;
  const idOf = ({ key }: Person) => derivedId(companyId, 'employee', key);
  const people = [MANAGER, ...ASSOCIATES];
  const zones = zonesAt(team.now);
  await Promise.all(
    people.map(async (person) => {
      const employeeId = idOf(person);
      const email = `${person.key}@${DEMO_DOMAIN}`;
      const isOurs = await accounts.create({
        email,
        employeeId,
        companyId,
        password: DEMO_PASSWORD,
        isProven: true,
      });
      if (!isOurs) throw new Error(`${email} belongs to somebody of another company`);
      await accounts.rememberTimeZone({ companyId, employeeId }, zones[person.office]);
    }),
  );
  async function add(person: Person, at: string): Promise<void> {
    const { key, firstName, lastName, employeeNumber, role } = person;
    const added = await commands.addEmployee(demoContext(at, team.ownerId, 'employee', key), {
      employeeId: idOf(person),
      firstName,
      lastName,
      employeeNumber,
      role,
      email: `${key}@${DEMO_DOMAIN}`,
      campaignId: team.campaigns.get(person.campaign),
      managerId: person === MANAGER ? team.ownerId : idOf(MANAGER),
      shiftDuration: 8,
    });
    expectDone(added);
  }

  const newcomers: Step[] = [];
  for (const person of people) {
    const { joinedDaysAgo } = person;
    if (joinedDaysAgo === undefined) {
      await add(person, team.at);
      continue;
    }
    const at = new Date(Date.parse(team.now) - (joinedDaysAgo + 1) * DAY_MS).toISOString();
    newcomers.push({ at, about: person.key, forAll: true, run: () => add(person, at) });
  }
  return { employees: new Map(people.map((person) => [person.key, idOf(person)])), newcomers };
}

/** The trial is over, and every month since then is paid. */
export async function startSubscription(
  commands: DemoCommands,
  { foundedAt, now, seats }: { foundedAt: string; now: string; seats: number },
): Promise<number> {
  const trialEnd = new Date(Date.parse(foundedAt) + 7 * DAY_MS);
  let months = 1;
  while (addMonths(trialEnd, months).toISOString() <= now) months += 1;
  const outcome = await commands.startSubscription(demoContext(now, null, 'subscription'), {
    provider: 'sandbox',
    providerSubscriptionId: 'sub_demo',
    status: 'active',
    trialEndsAt: trialEnd.toISOString(),
    nextBillingAt: addMonths(trialEnd, months).toISOString(),
    seats,
  });
  expectDone(outcome);
  return outcome.ok ? outcome.position : 0;
}

export function expectDone<Value>(outcome: CommandOutcome<Value>): Value {
  if (!outcome.ok) throw new Error(`the demo was refused: ${outcome.code}`);
  return outcome.value;
}
