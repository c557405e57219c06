import { isOfPeople } from '#contracts/endpoints/imports.endpoints.ts';
import { decodeEvent } from '#contracts/events/codec.ts';
import { messages } from '#contracts/messages.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { EmployeesCommands } from '#services/employees/employees.commands.ts';
import {
  ALL,
  addName,
  type ByName,
  type CompanyQueries,
  type Named,
  type Recorded,
  type Undone,
} from './file-rows.ts';
import type { ImportRecord } from './imports.postgres.ts';
import { addManager, type PersonRow, type Staff } from './people-file.ts';

export type PeopleDeps = {
  readonly store: Pick<EventStore, 'readAt'>;
  readonly queries: CompanyQueries & {
    /** Positions of the events about a person or by them. */
    historyOf(
      companyId: string,
      of: { readonly person: string },
      order: 'oldest',
      wish: { readonly limit: number },
    ): Promise<{ readonly rows: readonly number[] }>;
  };
  readonly employees: Pick<EmployeesCommands, 'addEmployee' | 'deleteEmployee'>;
  readonly accounts: Pick<Accounts, 'admit' | 'dismiss' | 'ownersOf'>;
};

/** The people of a company, and what else rows may name. */
export async function staffOf(
  { queries, accounts }: PeopleDeps,
  { companyId, createdBy, plan }: ImportRecord,
  idFor: Staff['idFor'],
): Promise<Staff> {
  const listed = (await queries.listEmployees(companyId, {}, ALL)).rows;
  const campaigns: ByName = new Map();
  let defaultCampaign: Named | undefined;
  for (const { campaign_id: id, campaign_name: name } of (await queries.campaignsOf(companyId, ALL)).rows) {
    addName(campaigns, name, { id, name });
    if (isOfPeople(plan) && id === plan.campaign) defaultCampaign = { id, name };
  }
  const managers: ByName = new Map();
  let defaultManager: Named | undefined;
  for (const { id, first_name: firstName, last_name: lastName, email, employee_role } of listed) {
    if (employee_role === 'manager') addManager(managers, id, { firstName, lastName, email });
    if (id === createdBy) defaultManager = { id, name: `${firstName} ${lastName}` };
  }
  const employees = new Map(listed.map(({ email, id }) => [email.toLowerCase(), id]));
  const ownersOf = (emails: readonly string[]) => accounts.ownersOf(companyId, emails);
  return { campaigns, managers, employees, ownersOf, defaultCampaign, defaultManager, idFor };
}

/**
 * Adds the person of a row without a password: they set one by a code to their mailbox. A repetition adds no person
 * twice, since the id of the person derives from import and email.
 */
export async function addPerson(
  { employees, accounts }: PeopleDeps,
  { companyId }: ImportRecord,
  { line, input }: PersonRow,
  ctx: CommandContext,
): Promise<Recorded> {
  const { employeeId } = input;
  const outcome = await accounts.admit({ companyId, employeeId }, null, (claim) =>
    employees.addEmployee(ctx, input, claim),
  );
  return outcome.ok ? { id: employeeId } : { line, column: '', reason: messages[outcome.code] };
}

/** Deletes a person for whom and by whom nothing was recorded since. */
export async function undoPerson(
  { store, queries, employees, accounts }: PeopleDeps,
  { companyId }: ImportRecord,
  employeeId: string,
  ctx: CommandContext,
): Promise<Undone> {
  const { rows } = await queries.historyOf(companyId, { person: employeeId }, 'oldest', { limit: 2 });
  const [added, ...later] = (await store.readAt(rows)).map(decodeEvent);
  // The deletion itself may have been recorded before a kill.
  if (added?.type !== 'EmployeeAdded' || later.some(({ metadata }) => metadata.commandId !== ctx.commandId))
    return 'kept';
  const outcome = await accounts.dismiss({ companyId, employeeId }, () =>
    employees.deleteEmployee(ctx, { employeeId, onlyIf: added.data.employee }),
  );
  return outcome.ok ? 'deleted' : 'kept';
}
