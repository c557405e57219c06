import { type LocalDate, localDate } from '#contracts/local-date.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';

/** The shifts, as far as a deletion needs them. */
export type EndOfShifts = {
  readonly queries: {
    /** Local dates of shifts that have not ended. */
    openShiftDates(companyId: string, employeeId: string): Promise<LocalDate[]>;
  };
  readonly endOfDeleted: (
    ctx: CommandContext,
    input: { readonly employeeId: string; readonly loginDate: LocalDate },
  ) => Promise<CommandOutcome<unknown>>;
};

/**
 * Ends the shifts of somebody who was just deleted: those the read models know to be open, and that of his
 * present date, which they may not know yet. Returns the position to read from, 0 when none was open. A shift
 * that is missed here (we were killed) is ended by the job at midnight.
 */
export async function endShifts(
  ctx: CommandContext,
  employeeId: string,
  timeZone: string,
  { queries, endOfDeleted }: EndOfShifts,
): Promise<number> {
  const open = await queries.openShiftDates(ctx.companyId, employeeId);
  let position = 0;
  for (const loginDate of new Set([...open, localDate(ctx.now, timeZone)])) {
    const commandId = derivedId(ctx.commandId, 'end shift', loginDate);
    const outcome = await endOfDeleted({ ...ctx, commandId }, { employeeId, loginDate });
    if (outcome.ok) position = Math.max(position, outcome.position);
  }
  return position;
}
