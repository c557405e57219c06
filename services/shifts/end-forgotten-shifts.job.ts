import { Type } from 'typebox';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { newId } from '#platform/ids.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { endOfLocalDay } from '#platform/local-day.ts';
import type { ShiftsCommands } from './shifts.commands.ts';

export type OpenShift = {
  readonly companyId: string;
  readonly employeeId: string;
  readonly loginDate: LocalDate;
  /** IANA zone of the login that started it. */
  readonly timeZone: string;
};

export type EndForgottenShiftsDeps = {
  readonly clock: Clock;
  /** Of every company, as far as the read models know. */
  readonly openShifts: () => Promise<readonly OpenShift[]>;
  readonly endForgotten: ShiftsCommands['endForgotten'];
};

/**
 * Every minute: ends the shifts whose local date is over, as of the midnight that ended it, however long ago
 * that was. A sweep and no timer per shift, so that neither downtime nor a clock that was moved can miss one.
 *
 * Two runs at once end a shift once: the decider leaves an ended shift alone, and only one of two appends at
 * the same revision is taken. So each run may have a command id of its own, which a shift that was reopened
 * and forgotten a second time needs.
 */
export function endForgottenShiftsJob({ clock, openShifts, endForgotten }: EndForgottenShiftsDeps) {
  return defineJob({
    name: 'end-forgotten-shifts',
    data: Type.Object({}),
    schedule: { every: 60_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 1000 },
    async handler(_data, { jobId, log, signal }) {
      for (const { companyId, employeeId, loginDate, timeZone } of await openShifts()) {
        if (signal.aborted) return;
        const now = clock.now().toISOString();
        const endedAt = endOfLocalDay(loginDate, timeZone);
        if (now < endedAt) continue;
        const ctx = context(companyId, jobId, now);
        const outcome = await endForgotten(ctx, { employeeId, loginDate, endedAt });
        if (!outcome.ok) {
          log.error({ companyId, employeeId, loginDate, refusal: outcome.refusal }, 'a shift was not ended');
        }
      }
    },
  });
}

function context(companyId: string, correlationId: string, now: string): CommandContext {
  return { companyId, actorId: null, commandId: newId(), correlationId, origin: 'job', now };
}
