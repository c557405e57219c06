import type { PeopleColumn, PeoplePlan, RefusedRow } from '#contracts/endpoints/imports.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { normalizeName, readEmail, readShortText } from '#contracts/text.ts';
import { BLANK, type EmployeeInput, readEmployeeForm } from '#services/employees/employee-fields.ts';
import {
  addName,
  type ByName,
  giveWay,
  isRefused,
  type Named,
  placesOf,
  rowsByColumn,
  type Survey,
} from './file-rows.ts';
import { splitName } from './names.ts';

/** A row as a new employee, ready for the command; with the names that the preview shows. */
export type PersonRow = {
  readonly line: number;
  readonly input: EmployeeInput & Readonly<Record<'employeeId' | 'email', string>>;
  readonly campaign: string;
  readonly manager: string;
};
/** A row of an employee of the company. */
type KnownRow = { readonly line: number; readonly known: true };
export const isKnown = (row: object): row is KnownRow => 'known' in row;

/** What rows may name, and the employees of the company. */
export type Staff = {
  readonly campaigns: ByName;
  /** Managers by email and full name. */
  readonly managers: ByName;
  /** Ids of the employees of the company by email. */
  readonly employees: ReadonlyMap<string, string>;
  /** Ids of the employees of the company that have these emails by now. */
  readonly ownersOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Of rows that name none. */
  readonly defaultCampaign: Named | undefined;
  readonly defaultManager: Named | undefined;
  /** The id that this import gives the person with this email. */
  readonly idFor: (email: string) => string;
};

const NAMES: Readonly<Record<PeopleColumn, readonly string[]>> = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail', 'work email', 'username'],
  firstName: ['first name', 'firstname', 'given name', 'forename'],
  lastName: ['last name', 'lastname', 'surname', 'family name'],
  name: ['name', 'full name', 'employee', 'employee name', 'agent', 'sales agent', 'person'],
  number: ['employee number', 'number', 'employee no', 'employee id', 'personnel number', 'staff number'],
  role: ['role', 'employee role', 'position', 'job title'],
  campaign: ['campaign', 'campaign name', 'product'],
  manager: ['manager', 'manager email', 'manager name', 'reports to', 'supervisor', 'team lead'],
  duration: ['shift duration', 'shift duration (hours)', 'duration', 'shift', 'shift hours', 'hours'],
};

/** The plan that fits the columns of a file. */
export function guessPeople({ header }: Pick<Survey, 'header'>): PeoplePlan {
  return { people: placesOf(header, NAMES), campaign: '' };
}

/** Rows that are read between other work. */
const PORTION = 100;

type Draft = { readonly line: number; readonly value: (column: PeopleColumn) => string };

function roleOf({ value }: Draft): string {
  const role = normalizeName(value('role'));
  return role === '' || role === 'associate' ? 'sales associate' : role;
}

function nameOf({ value }: Draft) {
  const parts = { firstName: value('firstName'), lastName: value('lastName') };
  return parts.firstName + parts.lastName === '' ? splitName(value('name')) : parts;
}

/** Reads the rows of a file in the order in which they can be added: each behind its manager. */
export async function readPeople(
  text: string,
  plan: PeoplePlan,
  staff: Staff,
): Promise<(PersonRow | KnownRow | RefusedRow)[]> {
  const read: (PersonRow | KnownRow | RefusedRow)[] = [];
  const drafts: Draft[] = [];
  for await (const row of rowsByColumn(text, plan.people)) {
    if (isRefused(row)) read.push(row);
    else drafts.push(row);
  }
  const lines = new Map<string, number>();
  for (const { line, value } of drafts) {
    const email = readEmail(value('email'));
    if (email !== null && !lines.has(email)) lines.set(email, line);
  }
  const depths = depthsOf(drafts);
  drafts.sort((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));

  const owners = await staff.ownersOf([...lines.keys()]);
  const managers: ByName = new Map(staff.managers);
  for (const [at, draft] of drafts.entries()) {
    if (at % PORTION === 0) await giveWay();
    const row =
      depths.get(draft) === Infinity
        ? { line: draft.line, column: 'manager', reason: 'the managers above this person form a circle' }
        : readPerson(draft, plan, { ...staff, managers, owners, lines });
    read.push(row);
    if ('input' in row && row.input.role === 'manager') addManager(managers, row.input.employeeId, row.input);
  }
  return read;
}

/** By email and full name. */
export function addManager(
  managers: ByName,
  id: string,
  { firstName, lastName, email }: Pick<EmployeeInput, 'firstName' | 'lastName' | 'email'>,
): void {
  const name = `${firstName} ${lastName}`;
  for (const key of [email ?? '', name]) addName(managers, key, { id, name });
}

/**
 * How many managers of the file are above each person, without end in a circle. Only the file decides it, so that the
 * order stays the same while people are added.
 */
function depthsOf(drafts: readonly Draft[]): ReadonlyMap<Draft, number> {
  const managers = new Map<string, Draft>();
  for (const draft of drafts) {
    if (roleOf(draft) !== 'manager') continue;
    const { firstName, lastName } = nameOf(draft);
    for (const key of [draft.value('email'), `${firstName} ${lastName}`].map(normalizeName))
      if (!managers.has(key)) managers.set(key, draft);
  }
  const depths = new Map<Draft, number>();
  const depthOf = (draft: Draft): number => {
    const known = depths.get(draft);
    if (known !== undefined) return known;
    depths.set(draft, Infinity);
    const name = normalizeName(draft.value('manager'));
    const above = name === '' ? undefined : managers.get(name);
    const depth = above ? depthOf(above) + 1 : 0;
    depths.set(draft, depth);
    return depth;
  };
  for (const draft of drafts) depthOf(draft);
  return depths;
}

type Known = Staff & {
  /** Ids by email. */
  readonly owners: ReadonlyMap<string, string>;
  /** The first line of an email. */
  readonly lines: ReadonlyMap<string, number>;
};

/** The column that a reason of the form is about. */
const COLUMNS: Partial<Record<MessageCode, PeopleColumn>> = {
  invalidEmail: 'email',
  invalidRole: 'role',
  invalidDuration: 'duration',
};

function readPerson(
  draft: Draft,
  plan: PeoplePlan,
  { campaigns, managers, employees, owners, lines, defaultCampaign, defaultManager, idFor }: Known,
): PersonRow | KnownRow | RefusedRow {
  const { line, value } = draft;
  const no = (column: PeopleColumn, reason: string) => ({ line, column, reason });
  if (value('email') === '') return no('email', 'is empty');
  const email = readEmail(value('email'));
  if (email === null) return no('email', `"${value('email')}" is no email`);
  const first = lines.get(email);
  if (first !== line) return no('email', `"${email}" is in line ${first}, too`);
  const employeeId = idFor(email);
  const known = employees.get(email);
  if (known !== undefined && known !== employeeId) return { line, known: true };
  if ((owners.get(email) ?? employeeId) !== employeeId) return no('email', messages.emailTaken);

  const { firstName, lastName } = nameOf(draft);
  // Added by this import before a kill: the command is repeated, whatever changed since.
  if (known !== undefined) return { line, input: { employeeId, email }, campaign: '', manager: '' };
  if (firstName === '') return no(plan.people.firstName === null ? 'name' : 'firstName', 'is empty');
  if (lastName === '') return no('lastName', 'is empty');
  const campaign =
    value('campaign') === '' ? defaultCampaign : campaigns.get(normalizeName(value('campaign')));
  if (!campaign) return no('campaign', missing(campaign, 'campaign', value('campaign')));
  const manager = value('manager') === '' ? defaultManager : managers.get(normalizeName(value('manager')));
  if (!manager) return no('manager', missing(manager, 'manager', value('manager')));
  const employeeNumber = value('number');
  const input = {
    ...{ employeeId, firstName, lastName, email, employeeNumber, role: roleOf(draft) },
    ...{ campaignId: campaign.id, managerId: manager.id, shiftDuration: value('duration') },
  };
  const form = readEmployeeForm(input, BLANK);
  if (form.ok) return { line, input, campaign: campaign.name, manager: manager.name };
  const texts = [
    ['firstName', firstName],
    ['lastName', lastName],
    ['number', employeeNumber],
  ] as const;
  const [long] = texts.find(([, text]) => readShortText(text) === null) ?? [];
  return no(COLUMNS[form.code] ?? long ?? 'name', messages[form.code]);
}

function missing(found: null | undefined, kind: 'campaign' | 'manager', text: string): string {
  if (text === '') return 'is empty';
  return found === null ? `two ${kind}s are called "${text}"` : `there is no ${kind} "${text}"`;
}
