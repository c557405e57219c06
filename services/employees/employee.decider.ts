import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { type Decider, type Decision, isSame } from '#platform/commands/command.ts';
import { type Known, type Organization, organization, there } from '#platform/commands/organization.fold.ts';
import { BLANK, type EmployeeInput, readEmployeeFields, readEmployeeForm } from './employee-fields.ts';

export type EmployeeCommand =
  | { readonly type: 'AddEmployee'; readonly input: EmployeeInput }
  /** The registrant of a company: manager and super employee, at first without a campaign. */
  | { readonly type: 'AddSuperEmployee'; readonly input: EmployeeInput }
  /** Another email in a form of a person is only a wish: it waits for its proof (ADR 0017). */
  | { readonly type: 'EditEmployee'; readonly input: EmployeeInput; readonly actorId: string | null }
  /** The new mailbox is proven. */
  | { readonly type: 'ChangeEmail'; readonly email: string; readonly requestedBy: string }
  /** The change that employees may make to themselves. */
  | { readonly type: 'SetStandingDuration'; readonly hours: number | string }
  | {
      readonly type: 'DeleteEmployee';
      readonly actorId: string | null;
      /** Rejected when the employee is another by then. */
      readonly onlyIf?: EmployeeFacts | undefined;
    };

/** An employee after a command; after a deletion, as before it but for the person: no names, email and number. */
export type EmployeeOutcome = { readonly employeeId: string; readonly employee: EmployeeFacts };

/**
 * The rules of one employee, over the stream shared with all goals and campaigns of the company. The auth slice
 * checks that a proven email belongs to one employee across all companies.
 */
export function employeeDecider(
  employeeId: string,
): Decider<Organization, EmployeeCommand, OrganizationEvent, EmployeeOutcome> {
  return {
    fold: organization,
    needs: ['CampaignAdded', 'CampaignDeleted', 'EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],

    decide: (command, company) => {
      const employee = company.employees.get(employeeId);
      if (command.type === 'AddEmployee' || command.type === 'AddSuperEmployee') {
        if (employee) return rejected('conflict');
        const facts =
          command.type === 'AddEmployee'
            ? readEmployee(employeeId, command.input, BLANK, company)
            : readSuperEmployee(command.input);
        if (!facts.ok) return facts;
        if (isTaken(facts.value.email, company)) return rejected('emailTaken');
        return accepted([{ type: 'EmployeeAdded', data: { employeeId, employee: facts.value } }]);
      }
      if (!employee || employee.isDeleted) return rejected('noSuchEmployee');
      const before = employee.facts;
      switch (command.type) {
        case 'EditEmployee': {
          const { actorId } = command;
          const after = readEmployee(employeeId, command.input, before, company);
          if (after.ok && after.value.email !== before.email && isTaken(after.value.email, company))
            return rejected('emailTaken');
          if (actorId === null || !after.ok || after.value.email === before.email)
            return change(employeeId, before, after);
          if (actorId === employeeId) return rejected('ownEmail');
          if (!mayMoveEmail(employee.facts, company.employees.get(actorId))) return rejected('restricted');
          return change(employeeId, before, accepted({ ...after.value, email: before.email }));
        }
        case 'ChangeEmail': {
          const { email, requestedBy } = command;
          const mayMove =
            requestedBy === employeeId || mayMoveEmail(before, company.employees.get(requestedBy));
          if (!mayMove) return rejected('restricted');
          if (email !== before.email && isTaken(email, company)) return rejected('emailTaken');
          return change(employeeId, before, readEmployeeFields({ email }, before));
        }
        case 'SetStandingDuration':
          if (command.hours === '') return rejected('invalidDuration');
          return change(employeeId, before, readEmployeeFields({ shiftDuration: command.hours }, before));
        case 'DeleteEmployee':
          if (before.type === 'super employee') return rejected('superEmployeeStays');
          if (command.actorId === employeeId) return rejected('notYourself');
          if (command.onlyIf && !isSame(before, command.onlyIf)) return rejected('conflict');
          return accepted([{ type: 'EmployeeDeleted', data: { employeeId, before } }]);
      }
    },

    outcome: ({ employees }) => ({ employeeId, employee: there(employees, employeeId).facts }),
  };
}

/** Role and campaign are required in every add and edit; the campaign and a new manager must exist. */
function readEmployee(
  employeeId: string,
  input: EmployeeInput,
  before: EmployeeFacts,
  { campaigns, employees }: Organization,
): Result<EmployeeFacts> {
  const wanted = readEmployeeForm(input, before);
  if (!wanted.ok) return wanted;
  const { campaignId, managerId } = wanted.value;
  if (campaignId === null || campaigns.get(campaignId)?.isDeleted !== false)
    return rejected('noSuchCampaign');
  // The manager may have been deleted since; other edits must still be possible.
  const managerIsNew = managerId !== null && managerId !== before.managerId;
  if (managerIsNew && (managerId === employeeId || !isManager(employees.get(managerId))))
    return rejected('noSuchManager');
  // Otherwise the company could end up without a manager.
  if (before.type === 'super employee' && wanted.value.role !== 'manager')
    return rejected('superEmployeeIsManager');
  return wanted;
}

/** Within the company: that a proven email has one owner across all companies is a matter of the accounts. */
function isTaken(email: string, { employees }: Organization): boolean {
  for (const { isDeleted, facts } of employees.values()) if (!isDeleted && facts.email === email) return true;
  return false;
}

function isManager(employee: Known<EmployeeFacts> | undefined): boolean {
  return employee?.isDeleted === false && employee.facts.role === 'manager';
}

function readSuperEmployee(input: EmployeeInput): Result<EmployeeFacts> {
  const { firstName, lastName, email, employeeNumber } = input;
  const former: EmployeeFacts = { ...BLANK, role: 'manager', type: 'super employee' };
  return readEmployeeFields({ firstName, lastName, email, employeeNumber }, former);
}

/**
 * Whether this person may ask for another email of an employee. The email of a manager can reset their password and thus
 * take over their rights, so another manager must not change it.
 */
function mayMoveEmail({ role }: EmployeeFacts, by: Known<EmployeeFacts> | undefined): boolean {
  return isManager(by) && (role !== 'manager' || by?.facts.type === 'super employee');
}

function change(
  employeeId: string,
  before: EmployeeFacts,
  after: Result<EmployeeFacts>,
): Decision<OrganizationEvent> {
  if (!after.ok) return after;
  if (isSame(before, after.value)) return accepted([]);
  return accepted([{ type: 'EmployeeEdited', data: { employeeId, before, after: after.value } }]);
}
