import type { ShiftEndReason } from '#contracts/events/shift.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { isLocalDate, isTimeZone, localDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { derivedId, isId } from '#platform/ids.ts';
import { type ShiftCommand, type ShiftState, shiftDecider } from './shift.decider.ts';

/** The employees of a company with the default duration of their shifts. */
export type EmployeeLookup = {
  /** The current state without deleted employees. Use the answer at once. */
  find(companyId: string): Promise<{
    /** `shiftDuration`: default duration of new shifts in hours, 0 to 9; null until it is set. */
    employee(employeeId: string): { readonly shiftDuration: number | null } | undefined;
  }>;
};

type OfShift = { readonly employeeId: string; readonly loginDate: string };

/** A shift after the command. */
export type ShiftOutcome = OfShift & { readonly shift: ShiftState };

export type ShiftsCommands = {
  /** Starts or reopens the shift of the local date of `ctx.now` in `timeZone` (IANA name). */
  login(
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly timeZone: string },
  ): Promise<CommandOutcome<ShiftOutcome>>;
  /** Ends the shift at `ctx.now`, or at its midnight when that has passed; allowed for a closed shift. */
  logout(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /** Ends a forgotten shift at its midnight; does nothing before that midnight. */
  endForgotten(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /** Ends the shift of a deleted employee at `ctx.now`. */
  endOfDeleted(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /** Whole hours, 0 to 9. Rejected with `noSuchShift` when no shift began on that date. */
  setDuration(
    ctx: CommandContext,
    input: OfShift & { readonly hours: number },
  ): Promise<CommandOutcome<ShiftOutcome>>;
};

/** Every command may be repeated, also with another id: a shift starts once and ends once. */
export function createShiftsCommands({
  handle,
  companyLookup,
}: Pick<CommandDeps, 'handle'> & { companyLookup: EmployeeLookup }): ShiftsCommands {
  async function run(ctx: CommandContext, command: ShiftCommand): Promise<CommandOutcome<ShiftOutcome>> {
    const { employeeId, loginDate } = command;
    if (!isId(employeeId)) return rejected('noSuchEmployee');
    if (!isLocalDate(loginDate)) return rejected('invalidDate');
    const stream = streams.shift(ctx.companyId, employeeId, loginDate);
    const outcome = await handle(ctx, stream, shiftDecider, command);
    return mapOutcome(outcome, (shift) => ({ employeeId, loginDate, shift }));
  }

  function end(ctx: CommandContext, { employeeId, loginDate }: OfShift, reason: ShiftEndReason) {
    return run(ctx, { type: 'EndShift', employeeId, loginDate, at: ctx.now, reason });
  }

  return {
    login: async (ctx, { employeeId, timeZone }) => {
      if (!isTimeZone(timeZone)) return rejected('invalidTimeZone');
      const employee = (await companyLookup.find(ctx.companyId)).employee(employeeId);
      if (!employee) return rejected('noSuchEmployee');
      const loginDate = localDate(ctx.now, timeZone);
      return run(ctx, {
        type: 'StartShift',
        employeeId,
        loginDate,
        timeZone,
        shiftId: derivedId(ctx.companyId, employeeId, loginDate),
        at: ctx.now,
        setDuration: employee.shiftDuration,
      });
    },
    logout: (ctx, input) => end(ctx, input, 'logout'),
    endForgotten: (ctx, input) => end(ctx, input, 'midnight'),
    endOfDeleted: (ctx, input) => end(ctx, input, 'employee deleted'),
    setDuration: async (ctx, { employeeId, loginDate, hours }) => {
      if (!(await companyLookup.find(ctx.companyId)).employee(employeeId)) return rejected('noSuchEmployee');
      return run(ctx, { type: 'SetShiftDuration', employeeId, loginDate, hours });
    },
  };
}
