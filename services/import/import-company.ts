import { randomInt } from 'node:crypto';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { derivedId } from '#platform/ids.ts';
import { foundCompany } from '#services/companies/founding.ts';
import { type ImportArgs, ImportProblem } from './import.args.ts';
import { type ContextOf, type ImportDeps, importContext } from './import-deps.ts';
import { guessFromEmail } from './names.ts';

export type ImportCompany = {
  readonly companyId: string;
  readonly context: ContextOf;
  /** To be shown once; undefined when the company was there already. */
  readonly firstPassword: string | undefined;
  /** Made by an import, this one or an earlier one that may have been cut short. */
  readonly isFromImport: boolean;
};

/** The company of that super employee; made for so many people when nobody has the email. */
export async function openCompany(
  deps: ImportDeps,
  args: ImportArgs,
  runId: string,
  people: number,
): Promise<ImportCompany> {
  const account = await deps.accounts.byEmail(args.company);
  const ownId = derivedId('import', 'company', args.company);
  const companyId = account?.companyId ?? ownId;
  const isFromImport = companyId === ownId;
  const context = importContext(companyId, runId, deps.now);
  const password = account ? undefined : newPassword();
  if (isFromImport) await found(deps, args, context, people, password);
  else await expectSuperEmployee(deps, companyId, account?.employeeId ?? '', args.company);
  return { companyId, context, firstPassword: password, isFromImport };
}

/** The account keeps the password it has: who has an account already is left as he is. */
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
  throw new ImportProblem(`--company takes the email of a company's administrator, and ${email} is none`);
}

/** Everybody the company ever had, by id, as he was last. */
export async function peopleOf(
  { store }: Pick<ImportDeps, 'store'>,
  companyId: string,
): Promise<Map<string, EmployeeFacts>> {
  const people = new Map<string, EmployeeFacts>();
  for (const event of (await store.read(streams.structure(companyId))).map(decodeEvent)) {
    if (event.type === 'EmployeeAdded') people.set(event.data.employeeId, event.data.employee);
    if (event.type === 'EmployeeEdited') people.set(event.data.employeeId, event.data.after);
  }
  return people;
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

/** Has what a chosen password must have, and no two characters that look alike. */
function newPassword(): string {
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('');
  return `${pick(LETTERS.toUpperCase(), 1)}${pick(LETTERS, 5)}-${pick(LETTERS, 4)}-${pick(DIGITS, 4)}`;
}
