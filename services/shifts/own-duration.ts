import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { refuse } from '#platform/commands/decision.ts';
import { derivedId } from '#platform/ids.ts';
import type { ShiftOutcome, ShiftsCommands } from './shifts.commands.ts';
import type { ShiftsFloor } from './shifts-floor.port.ts';

export type OwnDurationInput = {
  readonly employeeId: string;
  /** Today, where the employee is. */
  readonly loginDate: string;
  /** Whole hours, 0 to 9. */
  readonly hours: number;
};

/** How the shift of today was left; null when none began. */
export type OwnDuration = (
  ctx: CommandContext,
  input: OwnDurationInput,
) => Promise<CommandOutcome<ShiftOutcome | null>>;

type OwnDurationDeps = {
  readonly floor: ShiftsFloor;
  readonly shifts: Pick<ShiftsCommands, 'setDuration'>;
  /** Of new shifts; a rule of the employees. */
  readonly setStandingDuration: (
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly hours: number },
  ) => Promise<CommandOutcome<unknown>>;
};

/** More edits of one person at once than that are no person. */
const MAX_OVERTAKEN = 20;

/**
 * What somebody says of his own shift holds for the one of today and for all new ones. These are two streams,
 * so the program may die between them: the new shifts come first, because what the person looks at is today,
 * which then still shows the former duration and makes him say it again. Saying it again, with the same
 * command id or another, does what was left to do and nothing twice.
 *
 * Two edits at once could leave one in each stream; whoever was overtaken therefore lets the shift follow
 * what the new shifts were given last.
 */
export function createOwnDuration({ floor, shifts, setStandingDuration }: OwnDurationDeps): OwnDuration {
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
      if (!shift.ok && shift.refusal !== 'noSuchShift') return shift;
      const position = Math.max(standing.position, shift.ok ? shift.position : 0);
      const newest = (await floor.find(ctx.companyId)).employee(employeeId)?.shiftDuration ?? wanted;
      if (!shift.ok || newest === wanted) return { ok: true, position, value: shift.ok ? shift.value : null };
      wanted = newest;
    }
    return refuse('conflict');
  };
}
