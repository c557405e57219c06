import { LRUCache } from 'lru-cache';
import type { ShiftEndReason, ShiftStartReason } from '#contracts/events/shift.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { EARLIEST_DATE, isLocalDate, isTimeZone, localDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { instantOnClock } from '#platform/calendar.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CommandDeps } from '#platform/commands/command-handler.ts';
import { mapOutcome } from '#platform/commands/command-handler.ts';
import { START } from '#platform/event-store/event-store.port.ts';
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

/** `timeZone`: IANA name; the shift is that of the local date there, of `ctx.now` or of `at`, the UTC instant of the act. */
type OfToday = { readonly employeeId: string; readonly timeZone: string; readonly at?: string | undefined };

export type ShiftsCommands = {
  /** Starts or reopens the shift of today. */
  login(ctx: CommandContext, input: OfToday): Promise<CommandOutcome<ShiftOutcome>>;
  /**
   * Starts the shift of the date with the first act of an employee who is still signed in, or moves it here from a zone
   * in which the date is over. Else it does nothing, and for a sale mostly without asking the store.
   */
  begin(
    ctx: CommandContext,
    input: OfToday & { readonly reason: 'refresh' | 'sale' },
  ): Promise<CommandOutcome<unknown>>;
  /** Ends the shift at `ctx.now`, or at its midnight when that has passed; allowed for a closed shift. */
  logout(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /** Ends a forgotten shift at its midnight; does nothing before that midnight. */
  endForgotten(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /** Ends the shift of a deleted employee at `ctx.now`. */
  endOfDeleted(ctx: CommandContext, input: OfShift): Promise<CommandOutcome<ShiftOutcome>>;
  /**
   * Adds a shift that is missing. `loginTime`: HH:mm on the clock in `timeZone`; a time to come is rejected with
   * `futureShift`, a shift that has begun with `shiftExists`.
   */
  add(
    ctx: CommandContext,
    input: OfShift & { readonly loginTime: string; readonly timeZone: string; readonly hours: number },
  ): Promise<CommandOutcome<ShiftOutcome>>;
  /**
   * Corrects the start of a shift: HH:mm on the clock of the zone in which it began. Rejected with `noSuchShift`, `futureShift` for a time to
   * come, and `startAfterEnd`.
   */
  setStart(
    ctx: CommandContext,
    input: OfShift & { readonly loginTime: string },
  ): Promise<CommandOutcome<ShiftOutcome>>;
  /** Whole hours, 0 to 9. Rejected with `noSuchShift` when no shift began on that date. */
  setDuration(
    ctx: CommandContext,
    input: OfShift & { readonly hours: number },
  ): Promise<CommandOutcome<ShiftOutcome>>;
};

/** Shifts that this process knows to have begun, with their zones; a shift never goes back to not begun. */
const MOST_BEGUN = 20_000;

/** Every command may be repeated, also with another id: a shift starts once and ends once. */
export function createShiftsCommands({
  handle,
  companyLookup,
}: Pick<CommandDeps, 'handle'> & { companyLookup: EmployeeLookup }): ShiftsCommands {
  const begun = new LRUCache<string, string>({ max: MOST_BEGUN });

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

  async function start(
    ctx: CommandContext,
    { employeeId, timeZone, at = ctx.now }: OfToday,
    reason: ShiftStartReason,
  ) {
    if (!isTimeZone(timeZone)) return rejected('invalidTimeZone');
    const employee = (await companyLookup.find(ctx.companyId)).employee(employeeId);
    if (!employee) return rejected('noSuchEmployee');
    const loginDate = localDate(at, timeZone);
    const outcome = await run(ctx, {
      type: 'StartShift',
      employeeId,
      loginDate,
      timeZone,
      shiftId: derivedId(ctx.companyId, employeeId, loginDate),
      at,
      setDuration: employee.shiftDuration,
      reason,
    });
    if (outcome.ok && outcome.value.shift.kind !== 'not begun')
      begun.set(`${employeeId} ${loginDate}`, outcome.value.shift.timeZone);
    return outcome;
  }

  return {
    login: (ctx, input) => start(ctx, input, 'login'),
    begin: async (ctx, { reason, ...input }) => {
      const key = `${input.employeeId} ${localDate(input.at ?? ctx.now, input.timeZone)}`;
      // A refresh asks: a login at another process may have moved the shift.
      if (reason === 'sale' && begun.get(key) === input.timeZone)
        return { ok: true, position: START, value: null };
      return start({ ...ctx, commandId: derivedId(ctx.commandId, 'shift') }, input, reason);
    },
    logout: (ctx, input) => end(ctx, input, 'logout'),
    endForgotten: (ctx, input) => end(ctx, input, 'midnight'),
    endOfDeleted: (ctx, input) => end(ctx, input, 'employee deleted'),
    add: async (ctx, { employeeId, loginDate, loginTime, timeZone, hours }) => {
      if (!(await companyLookup.find(ctx.companyId)).employee(employeeId)) return rejected('noSuchEmployee');
      if (!isLocalDate(loginDate) || loginDate < EARLIEST_DATE) return rejected('invalidDate');
      const startedAt = instantOnClock(loginDate, loginTime, timeZone);
      if (startedAt > ctx.now) return rejected('futureShift');
      const shiftId = derivedId(ctx.companyId, employeeId, loginDate);
      return run(ctx, { type: 'AddShift', employeeId, loginDate, shiftId, timeZone, startedAt, hours });
    },
    setStart: async (ctx, { employeeId, loginDate, loginTime }) => {
      if (!(await companyLookup.find(ctx.companyId)).employee(employeeId)) return rejected('noSuchEmployee');
      return run(ctx, { type: 'SetShiftStart', employeeId, loginDate, loginTime, now: ctx.now });
    },
    setDuration: async (ctx, { employeeId, loginDate, hours }) => {
      if (!(await companyLookup.find(ctx.companyId)).employee(employeeId)) return rejected('noSuchEmployee');
      return run(ctx, { type: 'SetShiftDuration', employeeId, loginDate, hours });
    },
  };
}
