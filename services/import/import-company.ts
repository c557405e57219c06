import { randomInt } from 'node:crypto';
import type { EmployeeCountRange } from '#contracts/company-kinds.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import {
  notOfEmployees,
  notOfErasures,
  type OrganizationEvent,
} from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { type Fold, foldStored } from '#platform/commands/fold.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { CliError } from '#platform/terminal.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { SubscriptionCommands } from '#services/billing/subscription/subscription.commands.ts';
import type { CampaignsCommands } from '#services/campaigns/campaigns.commands.ts';
import type { EmployeesCommands } from '#services/employees/employees.commands.ts';
import type { GoalsCommands } from '#services/goals/goals.commands.ts';
import type { CompaniesCommands } from '#services/registration/companies.commands.ts';
import { foundCompany } from '#services/registration/founding.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';
import type { ImportArgs } from './import.args.ts';
import { guessFromEmail } from './names.ts';

/** The import uses the same commands as the API. */
export type ImportDeps = {
  readonly store: Pick<EventStore, 'read' | 'head'>;
  readonly accounts: Pick<Accounts, 'create' | 'byEmail'>;
  readonly commands: {
    readonly companies: Pick<CompaniesCommands, 'registerCompany' | 'verifyCompany'>;
    readonly subscriptions: Pick<SubscriptionCommands, 'startSubscription'>;
    readonly employees: Pick<EmployeesCommands, 'addEmployee' | 'addSuperEmployee'>;
    readonly goals: Pick<GoalsCommands, 'addGoal'>;
    readonly campaigns: Pick<CampaignsCommands, 'addCampaign'>;
    readonly sales: Pick<SalesCommands, 'recordSale'>;
  };
  /** Time of this import, UTC ISO-8601. */
  readonly now: string;
  /** Local date of this import, for rows without a date. */
  readonly today: string;
};

/** Command ids derive from the imported data, so that a second run repeats the same commands. */
type ContextOf = (...parts: readonly string[]) => CommandContext;

function importContext(companyId: string, runId: string, now: string): ContextOf {
  return (...parts) => ({
    companyId,
    actorId: null,
    commandId: derivedId(companyId, 'import', ...parts),
    correlationId: runId,
    origin: 'import',
    now,
  });
}

export type ImportCompany = {
  readonly companyId: string;
  readonly context: ContextOf;
  /** Shown once; undefined when the company existed before. */
  readonly firstPassword: string | undefined;
  /** True when this import or an earlier, possibly interrupted one created the company. */
  readonly isFromImport: boolean;
};

/** The company of the super employee. When the email is unknown, it is created for this many people. */
export async function openCompany(
  deps: ImportDeps,
  args: ImportArgs,
  runId: string,
  people: number,
): Promise<ImportCompany> {
  const known = await deps.accounts.byEmail(args.company);
  // Any company may have entered this email for an employee who never proved it.
  const isOwner =
    known?.isProven || known?.employeeId === derivedId(known?.companyId ?? '', 'super employee');
  const account = isOwner ? known : null;
  const ownId = derivedId('import', 'company', args.company);
  const companyId = account?.companyId ?? ownId;
  const isFromImport = companyId === ownId;
  const context = importContext(companyId, runId, deps.now);
  const password = account ? undefined : newPassword();
  if (isFromImport) await found(deps, args, context, people, password);
  else await expectSuperEmployee(deps, companyId, account?.employeeId ?? '', args.company);
  return { companyId, context, firstPassword: password, isFromImport };
}

/** An existing account keeps its password. */
async function found(
  deps: ImportDeps,
  args: ImportArgs,
  context: ContextOf,
  people: number,
  password = newPassword(),
) {
  const { firstName, lastName, company } = guessFromEmail(args.company);
  const { companies, employees } = deps.commands;
  await foundCompany({ companies, employees, accounts: deps.accounts }, context, {
    name: args.name ?? company,
    employeeCount: RANGES.find(([most]) => people <= most)?.[1] ?? '1000+',
    founder: { firstName, lastName, email: args.company, password },
  });
}

async function expectSuperEmployee(deps: ImportDeps, companyId: string, employeeId: string, email: string) {
  const person = (await peopleOf(deps, companyId)).get(employeeId);
  if (person?.type === 'super employee') return;
  throw new CliError(`--company takes the email of a company's administrator, and ${email} is none`);
}

const people: Fold<Map<string, EmployeeFacts>, OrganizationEvent['type']> = {
  empty: () => new Map(),
  on: {
    ...notOfEmployees,
    ...notOfErasures,
    EmployeeAdded: (byId, { data }) => void byId.set(data.employeeId, data.employee),
    EmployeeEdited: (byId, { data }) => void byId.set(data.employeeId, data.after),
    // An import may name people who have left.
    EmployeeDeleted: null,
  },
};

/** All employees by id with their latest data, including deleted ones. */
export async function peopleOf(
  { store }: Pick<ImportDeps, 'store'>,
  companyId: string,
): Promise<Map<string, EmployeeFacts>> {
  return foldStored(people, await store.read(streams.organization(companyId)));
}

const RANGES: readonly (readonly [number, EmployeeCountRange])[] = [
  [20, '0-20'],
  [50, '21-50'],
  [100, '51-100'],
  [500, '101-500'],
  [1000, '501-1000'],
];

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';

/** Meets the rules for a chosen password, without characters that look alike. */
function newPassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
  return `${pick(LETTERS.toUpperCase(), 1)}${pick(LETTERS, 5)}-${pick(LETTERS, 4)}-${pick(DIGITS, 4)}`;
}
