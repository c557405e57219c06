import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { createCommandHandler } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/decision.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import { type EmployeeCommand, employeeDecider } from './employee.decider.ts';
import type { EmployeeInput } from './employee-fields.ts';

/** An employee as the command left him; after a deletion, as he was before. */
export type EmployeeOutcome = { readonly employeeId: string; readonly employee: EmployeeFacts };

/** The id may be given, when an account has been made for it already; else it derives from the command. */
type NewEmployee = EmployeeInput & { readonly employeeId?: string | undefined };

export type EmployeesCommands = {
  /** Without a manager said, nobody is it; the door says the acting one. */
  addEmployee(ctx: CommandContext, input: NewEmployee): Promise<CommandOutcome<EmployeeOutcome>>;
  /** The registrant of a new company; role, campaign and manager are not for him to say. */
  addSuperEmployee(ctx: CommandContext, input: NewEmployee): Promise<CommandOutcome<EmployeeOutcome>>;
  editEmployee(
    ctx: CommandContext,
    input: EmployeeInput & { readonly employeeId: string },
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
};

/** Every command may be repeated with the same id. That the actor is a manager is checked at the door. */
export function createEmployeesCommands({ store }: { store: EventStore }): EmployeesCommands {
  const handle = createCommandHandler(store);

  async function run(ctx: CommandContext, employeeId: string, command: EmployeeCommand) {
    const stream = streams.structure(ctx.companyId);
    const outcome = await handle(ctx, stream, employeeDecider(employeeId), command);
    return mapOutcome(outcome, (state) => {
      if (state.kind === 'unknown') throw new Error('an employee command succeeded and left nobody');
      return { employeeId, employee: state.employee };
    });
  }

  const idFor = (ctx: CommandContext, given: string | undefined) =>
    given ?? derivedId(ctx.commandId, 'employee');

  return {
    addEmployee: (ctx, { employeeId, ...input }) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddEmployee', input }),
    addSuperEmployee: (ctx, { employeeId, ...input }) =>
      run(ctx, idFor(ctx, employeeId), { type: 'AddSuperEmployee', input }),
    editEmployee: (ctx, { employeeId, ...input }) => run(ctx, employeeId, { type: 'EditEmployee', input }),
    setStandingDuration: (ctx, { employeeId, hours }) =>
      run(ctx, employeeId, { type: 'SetStandingDuration', hours }),
    deleteEmployee: (ctx, { employeeId }) =>
      run(ctx, employeeId, { type: 'DeleteEmployee', actorId: ctx.actorId }),
  };
}
