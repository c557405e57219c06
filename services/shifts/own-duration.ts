import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { EmployeeLookup, ShiftOutcome, ShiftsCommands } from './shifts.commands.ts';

export type OwnDurationInput = {
  readonly employeeId: string;
  /** Today's date in the employee's time zone. */
  readonly loginDate: string;
  /** Whole hours, 0 to 9. */
  readonly hours: number;
};

/** The state of today's shift; null when it has not begun. */
export type OwnDuration = (
  ctx: CommandContext,
  input: OwnDurationInput,
) => Promise<CommandOutcome<ShiftOutcome | null>>;

type OwnDurationDeps = {
  readonly companyLookup: EmployeeLookup;
  readonly shifts: Pick<ShiftsCommands, 'setDuration'>;
  /** Sets the default duration of new shifts; the employees slice has the rule. */
  readonly setStandingDuration: (
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly hours: number },
  ) => Promise<CommandOutcome<unknown>>;
};

/** More concurrent edits than one person can make. */
const MAX_OVERTAKEN = 20;

/**
 * An employee's own duration applies to today's shift and to all new ones. These are two streams, so a crash may
 * happen between the two appends. The default for new shifts is written first: after a crash today's shift still
 * shows the former duration, so the employee sets it again. Repeating it, with any command id, completes the rest.
 *
 * Two concurrent edits could leave a different value in each stream. The edit that was overtaken therefore copies the
 * latest default to the shift.
 */
export function createOwnDuration({
  companyLookup,
  shifts,
  setStandingDuration,
}: OwnDurationDeps): OwnDuration {
  return async (ctx, { employeeId, loginDate, hours }) => {
    const part = (...name: (string | number)[]) => ({ ...ctx, commandId: derivedId(ctx.commandId, ...name) });
    const standing = await setStandingDuration(part('standing'), { employeeId, hours });
    if (!standing.ok) return standing;
    let wanted = hours;
    for (let overtaken = 0; overtaken < MAX_OVERTAKEN; overtaken++) {
      const shift = await shifts.setDuration(part('today', overtaken), {
        employeeId,
        loginDate,
        hours: wanted,
      });
      if (!shift.ok && shift.code !== 'noSuchShift') return shift;
      const position = Math.max(standing.position, shift.ok ? shift.position : 0);
      const newest = (await companyLookup.find(ctx.companyId)).employee(employeeId)?.shiftDuration ?? wanted;
      if (!shift.ok || newest === wanted) return { ok: true, position, value: shift.ok ? shift.value : null };
      wanted = newest;
    }
    return rejected('conflict');
  };
}
