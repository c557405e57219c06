import { Type } from 'typebox';
import type { LocalDate } from '#contracts/local-date.ts';
import { endOfLocalDay } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { ShiftsCommands } from './shifts.commands.ts';

/** The midnight of a zone ends the shifts of all companies in it. Their appends share commits. */
const AT_ONCE = 16;

export type OpenShift = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly loginDate: LocalDate;
  /** IANA zone of the shift's date. */
  readonly timeZone: string;
};

export type EndForgottenShiftsDeps = {
  readonly clock: Clock;
  /** The open shifts of all companies, by the read models. */
  readonly openShifts: () => Promise<readonly OpenShift[]>;
  readonly endForgotten: ShiftsCommands['endForgotten'];
};

/**
 * Every five seconds: ends the shifts whose local date is over, at the midnight that ended it, however long ago. It
 * checks all open shifts instead of setting a timer for each, so that neither downtime nor a changed clock misses
 * one.
 *
 * Two concurrent runs end a shift once: the decider ignores an ended shift, and only one of two appends at the
 * same revision succeeds. So each run has its own command id, which a shift that was reopened and forgotten again
 * needs.
 */
const endForgottenShifts = jobType({
  name: 'end-forgotten-shifts',
  data: Type.Object({}),
  schedule: { every: 5000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function endForgottenShiftsJob({ clock, openShifts, endForgotten }: EndForgottenShiftsDeps) {
  return handle(endForgottenShifts, async (_data, { jobId, log, signal }) => {
    const failures: unknown[] = [];
    const shifts = (await openShifts()).values();
    const work = async () => {
      for (const shift of shifts) {
        if (signal.aborted) break;
        try {
          await endIfOver(shift, jobId);
        } catch (error) {
          if (error instanceof EventStoreUnavailable) throw error;
          // One failing shift must not keep the others open.
          log.error({ ...shift, err: error }, 'a shift was not ended');
          failures.push(error);
        }
      }
    };
    const outage = (await Promise.allSettled(Array.from({ length: AT_ONCE }, work))).find(
      ({ status }) => status === 'rejected',
    );
    if (outage?.status === 'rejected') throw outage.reason;
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} shifts were not ended`);
  });

  async function endIfOver(shift: OpenShift, correlationId: string): Promise<void> {
    const { companyId, employeeId, loginDate, timeZone } = shift;
    const now = clock.now().toISOString();
    if (now < endOfLocalDay(loginDate, timeZone)) return;
    const ctx = context(companyId, correlationId, now);
    const outcome = await endForgotten(ctx, { employeeId, loginDate });
    if (!outcome.ok) throw new Error(`refused: ${outcome.code}`);
  }
}

function context(companyId: string, correlationId: string, now: string): CommandContext {
  return { companyId, actorId: null, commandId: newId(), correlationId, origin: 'job', now };
}
