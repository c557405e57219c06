import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StructureEvent } from '#contracts/events/structure.events.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type BeforeAppend, createCommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/decision.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { Person } from '#platform/person.ts';
import { type EmployeeCommand, employeeDecider } from './employee.decider.ts';
import { createEmployeeEmails } from './employee-emails.structure.ts';
import type { EmployeeInput } from './employee-fields.ts';

/** An employee as the command left him; after a deletion, as he was before. */
export type EmployeeOutcome = { readonly employeeId: string; readonly employee: EmployeeFacts };

/** The id may be given, when an account has been made for it already; else it derives from the command. */
type NewEmployee = EmployeeInput & { readonly employeeId?: string | undefined };

/** Makes an email this employee's; false when it is somebody else's, and then the command is refused. */
export type ClaimEmail = (email: string) => Promise<boolean>;

export type EmployeesCommands = {
  /**
   * Without a manager said, nobody is it; the door says the acting one. Without `claim` the caller has seen to
   * it that the email is this employee's.
   */
  addEmployee(
    ctx: CommandContext,
    input: NewEmployee,
    claim?: ClaimEmail,
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** The registrant of a new company; role, campaign and manager are not for him to say. */
  addSuperEmployee(ctx: CommandContext, input: NewEmployee): Promise<CommandOutcome<EmployeeOutcome>>;
  /** An email is claimed where it changes. */
  editEmployee(
    ctx: CommandContext,
    input: EmployeeInput & { readonly employeeId: string },
    claim?: ClaimEmail,
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** Hours of this employee's new shifts, 0 to 9. */
  setStandingDuration(
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly hours: number | string },
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** History stays; ending sessions and freeing the email is for the accounts. */
  deleteEmployee(
    ctx: CommandContext,
    input: { readonly employeeId: string },
  ): Promise<CommandOutcome<EmployeeOutcome>>;
  /** As of now; null when there is no such employee any more. */
  emailOf(person: Person): Promise<string | null>;
};

/** The id of the employee whom this command adds: for what has to know it before. */
export function newEmployeeId(ctx: CommandContext): string {
  return derivedId(ctx.commandId, 'employee');
}

/** Every command may be repeated with the same id. That the actor is a manager is checked at the door. */
export function createEmployeesCommands({ store }: { store: EventStore }): EmployeesCommands {
  const handle = createCommandHandler(store);

  async function run(ctx: CommandContext, employeeId: string, command: EmployeeCommand, claim?: ClaimEmail) {
    const stream = streams.structure(ctx.companyId);
    const beforeAppend = claim && claiming(claim);
    const outcome = await handle(ctx, stream, employeeDecider(employeeId), command, beforeAppend);
    return mapOutcome(outcome, (state) => {
      if (state.kind === 'unknown') throw new Error('an employee command succeeded and left nobody');
      return { employeeId, employee: state.employee };
    });
  }

  const idFor = (ctx: CommandContext, given: string | undefined) => given ?? newEmployeeId(ctx);

  return {
    addEmployee: (ctx, { employeeId, ...input }, claim) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddEmployee', input }, claim),
    addSuperEmployee: (ctx, { employeeId, ...input }) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddSuperEmployee', input }),
    editEmployee: (ctx, { employeeId, ...input }, claim) =>
      run(ctx, employeeId, { type: 'EditEmployee', input, actorId: ctx.actorId }, claim),
    setStandingDuration: (ctx, { employeeId, hours }) =>
      run(ctx, employeeId, { type: 'SetStandingDuration', hours }),
    deleteEmployee: (ctx, { employeeId }) =>
      run(ctx, employeeId, { type: 'DeleteEmployee', actorId: ctx.actorId }),
    emailOf: createEmployeeEmails(store),
  };
}

function claiming(claim: ClaimEmail): BeforeAppend<StructureEvent> {
  return async (events) => {
    for (const event of events) {
      const email = newEmail(event);
      if (email !== null && !(await claim(email))) return 'emailTaken';
    }
    return null;
  };
}

function newEmail(event: StructureEvent): string | null {
  if (event.type === 'EmployeeAdded') return event.data.employee.email;
  if (event.type !== 'EmployeeEdited') return null;
  const { before, after } = event.data;
  return before.email === after.email ? null : after.email;
}
