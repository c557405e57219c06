import { DAY_MS } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { Book } from './crm-rows.ts';
import type { ImportArgs } from './import.args.ts';
import { type ImportCompany, type ImportDeps, peopleOf } from './import-company.ts';
import { mailboxName, splitName } from './names.ts';

/** Ids of campaigns and employees by the keys of the rows. */
export type Structure = {
  readonly campaigns: ReadonlyMap<string, string>;
  readonly employees: ReadonlyMap<string, string>;
};

/** The product that a person sells most; key of the person → key of the product. */
export type MainProducts = ReadonlyMap<string, string>;

const TRIAL_DAYS = 7;

/** One goal, a campaign for each product, the managers, then the agents. */
export async function addStructure(
  deps: ImportDeps,
  args: ImportArgs,
  company: ImportCompany,
  book: Book,
  mainProducts: MainProducts,
): Promise<Structure> {
  const campaigns = await addCampaigns(deps, args, company, book);
  const employees = await addPeople(
    deps,
    args,
    company,
    book,
    (person) => campaigns.get(mainProducts.get(person) ?? '') ?? [...campaigns.values()][0] ?? '',
  );
  // A company that registered by itself has its subscription from its registration.
  if (company.isFromImport) await startTrial(deps, company, employees.size + 1);
  return { campaigns, employees };
}

async function addCampaigns(
  { commands, today }: ImportDeps,
  { commission, tax }: ImportArgs,
  { context }: ImportCompany,
  { products }: Book,
): Promise<Map<string, string>> {
  const goal = { name: 'Imported sales', hourlySales: 1, hourlyDecisions: 0, entryDate: today };
  const { goalId } = expectDone(await commands.goals.addGoal(context('goal'), goal));
  const campaigns = new Map<string, string>();
  for (const [key, name] of products) {
    const input = { name, commission, tax, goalId, entryDate: today };
    const added = await commands.campaigns.addCampaign(context('campaign', key), input);
    campaigns.set(key, expectDone(added).campaignId);
  }
  return campaigns;
}

async function addPeople(
  deps: ImportDeps,
  args: ImportArgs,
  company: ImportCompany,
  { teams }: Book,
  campaignOf: (personKey: string) => string,
): Promise<Map<string, string>> {
  const idOf = (key: string) => derivedId(company.companyId, 'import', 'employee', key);
  const known = await peopleOf(deps, company.companyId);
  const employees = new Map<string, string>();
  const people = [
    ...[...teams.managers.values()].map((manager) => ({ ...manager, role: 'manager', managerId: null })),
    ...[...teams.agents.values()].map((agent) => ({
      ...agent,
      role: 'sales associate',
      managerId: idOf(agent.managerKey),
    })),
  ];
  for (const { key, name, role, managerId } of people) {
    const employeeId = idOf(key);
    employees.set(key, employeeId);
    if (known.has(employeeId)) continue;
    const email = await openAccount(deps, company.companyId, employeeId, name, args.company);
    const input = { ...splitName(name), employeeId, email, role, managerId, campaignId: campaignOf(key) };
    expectDone(await deps.commands.employees.addEmployee(company.context('employee', key), input));
  }
  return employees;
}

/**
 * A free address of the administrator's domain: `jane.doe@`, else `jane.doe2@` and so on. The account has no password;
 * its owner sets one by a reset.
 */
async function openAccount(
  { accounts }: ImportDeps,
  companyId: string,
  employeeId: string,
  name: string,
  adminEmail: string,
): Promise<string> {
  const domain = adminEmail.slice(adminEmail.lastIndexOf('@') + 1);
  const mailbox = mailboxName(name, `agent.${employeeId.slice(0, 8)}`);
  for (let count = 1; ; count += 1) {
    const email = `${mailbox}${count === 1 ? '' : count}@${domain}`;
    if (await accounts.create({ email, employeeId, companyId, password: null })) return email;
  }
}

async function startTrial(
  { commands, now }: ImportDeps,
  { companyId, context }: ImportCompany,
  seats: number,
) {
  const trialEndsAt = new Date(Date.parse(now) + TRIAL_DAYS * DAY_MS).toISOString();
  await commands.subscriptions.startSubscription(context('subscription'), {
    provider: 'sandbox',
    providerSubscriptionId: `sub_import_${companyId}`,
    status: 'trialing',
    trialEndsAt,
    nextBillingAt: trialEndsAt,
    seats,
  });
}

/** The files were checked before. A rejection here means that a person changed the company at the same time. */
function expectDone<Value>(outcome: CommandOutcome<Value>): Value {
  if (!outcome.ok) throw new Error(`the import was refused: ${messages[outcome.code]}`);
  return outcome.value;
}
