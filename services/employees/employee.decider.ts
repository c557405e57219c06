import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { type Decider, type Decision, isSame, withMember } from '#platform/commands/command.ts';
import { BLANK, type EmployeeInput, readEmployeeFields, readEmployeeForm } from './employee-fields.ts';

/** The campaigns and managers of the company, which an employee may refer to, and its one super employee. */
type Choices = {
  readonly campaigns: ReadonlySet<string>;
  readonly managers: ReadonlySet<string>;
  readonly superEmployee: string | null;
};

export type EmployeeState = Choices &
  (
    | { readonly kind: 'unknown' }
    | { readonly kind: 'employed'; readonly employee: EmployeeFacts }
    | { readonly kind: 'deleted'; readonly employee: EmployeeFacts }
  );

export type EmployeeCommand =
  | { readonly type: 'AddEmployee'; readonly input: EmployeeInput }
  /** The registrant of a company: manager and super employee, at first without a campaign. */
  | { readonly type: 'AddSuperEmployee'; readonly input: EmployeeInput }
  | { readonly type: 'EditEmployee'; readonly input: EmployeeInput; readonly actorId: string | null }
  /** The change that employees may make to themselves. */
  | { readonly type: 'SetStandingDuration'; readonly hours: number | string }
  | {
      readonly type: 'DeleteEmployee';
      readonly actorId: string | null;
      /** Rejected when the employee is another by then. */
      readonly onlyIf?: EmployeeFacts | undefined;
    };

/**
 * The rules of one employee, over the stream shared with all goals and campaigns of the company. The auth slice
 * checks that an email belongs to one employee across all companies.
 */
export function employeeDecider(
  employeeId: string,
): Decider<EmployeeState, EmployeeCommand, OrganizationEvent> {
  return {
    initial: { kind: 'unknown', campaigns: new Set(), managers: new Set(), superEmployee: null },

    evolve: (state, event) => {
      switch (event.type) {
        case 'GoalAdded':
        case 'GoalEdited':
        case 'GoalDeleted':
        case 'CampaignEdited':
          return state;
        case 'CampaignAdded':
          return { ...state, campaigns: withMember(state.campaigns, event.data.campaignId, true) };
        case 'CampaignDeleted':
          return { ...state, campaigns: withMember(state.campaigns, event.data.campaignId, false) };
        case 'EmployeeAdded':
          return employ(state, event.data.employeeId, event.data.employee);
        case 'EmployeeEdited':
          return employ(state, event.data.employeeId, event.data.after);
        case 'EmployeeDeleted': {
          const managers = withMember(state.managers, event.data.employeeId, false);
          if (event.data.employeeId !== employeeId) return { ...state, managers };
          const { campaigns, superEmployee } = state;
          return { kind: 'deleted', employee: event.data.before, campaigns, managers, superEmployee };
        }
      }
    },

    decide: (command, state) => {
      if (command.type === 'AddEmployee' || command.type === 'AddSuperEmployee') {
        if (state.kind !== 'unknown') return rejected('conflict');
        const employee =
          command.type === 'AddEmployee'
            ? readEmployee(employeeId, command.input, BLANK, state)
            : readSuperEmployee(command.input);
        if (!employee.ok) return employee;
        return accepted([{ type: 'EmployeeAdded', data: { employeeId, employee: employee.value } }]);
      }
      if (state.kind !== 'employed') return rejected('noSuchEmployee');
      const before = state.employee;
      switch (command.type) {
        case 'EditEmployee': {
          const after = readEmployee(employeeId, command.input, before, state);
          const mayMoveManager = [null, employeeId, state.superEmployee].includes(command.actorId);
          if (after.ok && !mayMoveManager && movesManager(before, after.value)) return rejected('restricted');
          return change(employeeId, before, after);
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
  };

  function employ(state: EmployeeState, id: string, employee: EmployeeFacts): EmployeeState {
    const managers = withMember(state.managers, id, employee.role === 'manager');
    const superEmployee = employee.type === 'super employee' ? id : state.superEmployee;
    if (id !== employeeId) return { ...state, managers, superEmployee };
    return { kind: 'employed', employee, campaigns: state.campaigns, managers, superEmployee };
  }
}

/** Role and campaign are required in every add and edit; the campaign and a new manager must exist. */
function readEmployee(
  employeeId: string,
  input: EmployeeInput,
  before: EmployeeFacts,
  { campaigns, managers }: Choices,
): Result<EmployeeFacts> {
  const wanted = readEmployeeForm(input, before);
  if (!wanted.ok) return wanted;
  const { campaignId, managerId } = wanted.value;
  if (campaignId === null || !campaigns.has(campaignId)) return rejected('noSuchCampaign');
  // The manager may have been deleted since; other edits must still be possible.
  const managerIsNew = managerId !== null && managerId !== before.managerId;
  if (managerIsNew && (!managers.has(managerId) || managerId === employeeId))
    return rejected('noSuchManager');
  // Otherwise the company could end up without a manager.
  if (before.type === 'super employee' && wanted.value.role !== 'manager')
    return rejected('superEmployeeIsManager');
  return wanted;
}

function readSuperEmployee(input: EmployeeInput): Result<EmployeeFacts> {
  const { firstName, lastName, email, employeeNumber } = input;
  const former: EmployeeFacts = { ...BLANK, role: 'manager', type: 'super employee' };
  return readEmployeeFields({ firstName, lastName, email, employeeNumber }, former);
}

/**
 * The email of a manager can reset their password and thus take over their rights, so another manager must not change
 * it.
 */
function movesManager(before: EmployeeFacts, after: EmployeeFacts): boolean {
  return before.role === 'manager' && before.email !== after.email;
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
