import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { BeforeAppend, CommandDeps } from '#platform/commands/command-handler.ts';
import { type Erasure, type KnownEmployee, organization } from '#platform/commands/organization.fold.ts';
import { derivedId } from '#platform/ids.ts';
import type { Person } from '#platform/principal.ts';
import { type EmployeeCommand, type EmployeeOutcome, employeeDecider } from './employee.decider.ts';
import type { EmployeeInput } from './employee-fields.ts';
import { type ErasureCommand, erasureDecider } from './erasure.decider.ts';

/** The id is given when an account with it exists already; else it derives from the command. */
type NewEmployee = EmployeeInput & { readonly employeeId?: string | undefined };

/** Claims an email for this employee; false when another employee has it, and then the command is rejected. */
export type ClaimEmail = (email: string) => Promise<boolean>;

export type EmployeesCommands = {
  /**
   * Without `managerId` the employee has no manager; the route passes the acting manager. Without `claim` the
   * caller has claimed the email already.
   */
  addEmployee(
    ctx: CommandContext,
    input: NewEmployee,
    claim?: ClaimEmail,
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** Adds the registrant of a new company; role, campaign and manager are fixed. */
  addSuperEmployee(ctx: CommandContext, input: NewEmployee): Promise<CommandOutcome<EmployeeOutcome>>;
  /** The email changes only without an actor, and is claimed then. */
  editEmployee(
    ctx: CommandContext,
    input: EmployeeInput & { readonly employeeId: string },
    claim?: ClaimEmail,
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** Gives the employee a proven email. */
  changeEmail(
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly email: string; readonly requestedBy: string },
    claim: ClaimEmail,
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** Hours of this employee's new shifts, 0 to 9. */
  setStandingDuration(
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly hours: number | string },
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /**
   * The history stays. The auth slice ends the sessions and frees the email. With `onlyIf`, rejected as `conflict`
   * when the employee is another by then.
   */
  deleteEmployee(
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly onlyIf?: EmployeeFacts },
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** What becomes of a person's wish to have personal data erased; see erasure.decider.ts. */
  erasure(
    ctx: CommandContext,
    employeeId: string,
    command: ErasureCommand,
  ): Promise<CommandOutcome<KnownEmployee | undefined>>;
  /** The wishes of a company, those of former employees included. */
  erasuresOf(companyId: string): Promise<ErasureOf[]>;
  /** The current email; null when the employee does not exist any more. */
  emailOf(person: Person): Promise<string | null>;
};

export type ErasureOf = Erasure & { readonly employeeId: string; readonly isDeleted: boolean };

const OF_EMPLOYEES = ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'] as const;

/** The id of the employee that this command adds, for callers that need it beforehand. */
export function newEmployeeId(ctx: Pick<CommandContext, 'commandId'>): string {
  return derivedId(ctx.commandId, 'employee');
}

/** Every command may be repeated with the same id. The route checks that the actor is a manager. */
export function createEmployeesCommands({
  handle,
  stateOf,
}: Pick<CommandDeps, 'handle' | 'stateOf'>): EmployeesCommands {
  function run(ctx: CommandContext, employeeId: string, command: EmployeeCommand, claim?: ClaimEmail) {
    const stream = streams.organization(ctx.companyId);
    const beforeAppend = claim && claiming(claim);
    return handle(ctx, stream, employeeDecider(employeeId), command, beforeAppend);
  }

  const idFor = (ctx: CommandContext, given: string | undefined) => given ?? newEmployeeId(ctx);

  return {
    addEmployee: (ctx, { employeeId, ...input }, claim) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddEmployee', input }, claim),
    addSuperEmployee: (ctx, { employeeId, ...input }) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddSuperEmployee', input }),
    editEmployee: (ctx, { employeeId, ...input }, claim) =>
      run(ctx, employeeId, { type: 'EditEmployee', input, actorId: ctx.actorId }, claim),
    changeEmail: (ctx, { employeeId, ...input }, claim) =>
      run(ctx, employeeId, { type: 'ChangeEmail', ...input }, claim),
    setStandingDuration: (ctx, { employeeId, hours }) =>
      run(ctx, employeeId, { type: 'SetStandingDuration', hours }),
    deleteEmployee: (ctx, { employeeId, onlyIf }) =>
      run(ctx, employeeId, { type: 'DeleteEmployee', actorId: ctx.actorId, onlyIf }),
    erasure: (ctx, employeeId, command) =>
      handle(ctx, streams.organization(ctx.companyId), erasureDecider(employeeId), command),
    async erasuresOf(companyId) {
      const { employees } = await stateOf(streams.organization(companyId), organization);
      return [...employees].flatMap(([employeeId, { erasure, isDeleted }]) =>
        erasure ? [{ ...erasure, employeeId, isDeleted }] : [],
      );
    },
    async emailOf({ companyId, employeeId }) {
      const { employees } = await stateOf(streams.organization(companyId), organization, OF_EMPLOYEES);
      const employee = employees.get(employeeId);
      return employee && !employee.isDeleted ? employee.facts.email : null;
    },
  };
}

function claiming(claim: ClaimEmail): BeforeAppend<OrganizationEvent> {
  return async (events) => {
    for (const event of events) {
      const email = newEmail(event);
      if (email !== null && !(await claim(email))) return rejected('emailTaken');
    }
    return accepted();
  };
}

function newEmail(event: OrganizationEvent): string | null {
  if (event.type === 'EmployeeAdded') return event.data.employee.email;
  if (event.type !== 'EmployeeEdited') return null;
  const { before, after } = event.data;
  return before.email === after.email ? null : after.email;
}
