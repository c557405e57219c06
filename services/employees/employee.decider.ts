import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { StructureEvent } from '#contracts/events/structure.events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Decider, Decision } from '#platform/commands/command.ts';
import { accept, isSame, refuse } from '#platform/commands/decision.ts';
import { withMember } from '#platform/commands/members.ts';
import { BLANK, type EmployeeInput, readEmployeeFields, readEmployeeForm } from './employee-fields.ts';

/** What there is to choose from: running campaigns, and the people who may be somebody's manager. */
type Choices = { readonly campaigns: ReadonlySet<string>; readonly managers: ReadonlySet<string> };

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
  /** What an employee may change of himself. */
  | { readonly type: 'SetStandingDuration'; readonly hours: number | string }
  | { readonly type: 'DeleteEmployee'; readonly actorId: string | null };

/**
 * The rules of one employee, over the stream shared with all goals and campaigns of the company. That an
 * email belongs to one person across all companies is the rule of the accounts, which know them all.
 */
export function employeeDecider(employeeId: string): Decider<EmployeeState, EmployeeCommand, StructureEvent> {
  return {
    initial: { kind: 'unknown', campaigns: new Set(), managers: new Set() },

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
          const { campaigns } = state;
          return { kind: 'deleted', employee: event.data.before, campaigns, managers };
        }
      }
    },

    decide: (command, state) => {
      if (command.type === 'AddEmployee' || command.type === 'AddSuperEmployee') {
        if (state.kind !== 'unknown') return refuse('conflict');
        const employee =
          command.type === 'AddEmployee'
            ? readEmployee(employeeId, command.input, BLANK, state)
            : readSuperEmployee(command.input);
        if (typeof employee === 'string') return refuse(employee);
        return accept({ type: 'EmployeeAdded', data: { employeeId, employee } });
      }
      if (state.kind !== 'employed') return refuse('noSuchEmployee');
      const before = state.employee;
      switch (command.type) {
        case 'EditEmployee': {
          const after = readEmployee(employeeId, command.input, before, state);
          const isForeignHand = command.actorId !== null && command.actorId !== employeeId;
          if (typeof after !== 'string' && isForeignHand && movesOwner(before, after))
            return refuse('restricted');
          return change(employeeId, before, after);
        }
        case 'SetStandingDuration':
          if (command.hours === '') return refuse('invalidDuration');
          return change(employeeId, before, readEmployeeFields({ shiftDuration: command.hours }, before));
        case 'DeleteEmployee':
          if (before.type === 'super employee') return refuse('superEmployeeStays');
          if (command.actorId === employeeId) return refuse('notYourself');
          return accept({ type: 'EmployeeDeleted', data: { employeeId, before } });
      }
    },
  };

  function employ(state: EmployeeState, id: string, employee: EmployeeFacts): EmployeeState {
    const managers = withMember(state.managers, id, employee.role === 'manager');
    if (id !== employeeId) return { ...state, managers };
    return { kind: 'employed', employee, campaigns: state.campaigns, managers };
  }
}

/** Role and campaign must be said at every add and edit, and both they and a new manager must exist. */
function readEmployee(
  employeeId: string,
  input: EmployeeInput,
  before: EmployeeFacts,
  { campaigns, managers }: Choices,
): EmployeeFacts | MessageCode {
  const wanted = readEmployeeForm(input, before);
  if (typeof wanted === 'string') return wanted;
  const { campaignId, managerId } = wanted;
  if (campaignId === null || !campaigns.has(campaignId)) return 'noSuchCampaign';
  // A manager may have been deleted since; that is no reason to refuse an edit of something else.
  const managerIsNew = managerId !== null && managerId !== before.managerId;
  if (managerIsNew && (!managers.has(managerId) || managerId === employeeId)) return 'noSuchManager';
  // The administrator of a company stays a manager, or nobody could manage it.
  return before.type === 'super employee' ? { ...wanted, role: 'manager' } : wanted;
}

function readSuperEmployee(input: EmployeeInput): EmployeeFacts | MessageCode {
  const { firstName, lastName, email, employeeNumber } = input;
  const former: EmployeeFacts = { ...BLANK, role: 'manager', type: 'super employee' };
  return readEmployeeFields({ firstName, lastName, email, employeeNumber }, former);
}

/**
 * Who has the email of the super employee can reset his password, and then the company is his: a manager must
 * not get it that way.
 */
function movesOwner(before: EmployeeFacts, after: EmployeeFacts): boolean {
  return before.type === 'super employee' && before.email !== after.email;
}

function change(
  employeeId: string,
  before: EmployeeFacts,
  after: EmployeeFacts | MessageCode,
): Decision<StructureEvent> {
  if (typeof after === 'string') return refuse(after);
  if (isSame(before, after)) return accept();
  return accept({ type: 'EmployeeEdited', data: { employeeId, before, after } });
}
