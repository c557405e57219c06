import { Type } from 'typebox';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Pending, PendingRegistrations } from './pending-registrations.ts';
import type { EndRegistration } from './registration-steps.ts';
import { type RegistrationTickets, UNPROVEN_SECONDS } from './registration-tickets.ts';

const AT_ONCE = 100;

export type ExpireRegistrationsDeps = {
  readonly clock: Clock;
  readonly pending: Pick<PendingRegistrations, 'before'>;
  readonly tickets: Pick<RegistrationTickets, 'forget'>;
  readonly end: EndRegistration;
};

/** Every hour: ends registrations whose email was not proven within seven days, and drops their tickets. */
const expireRegistrations = jobType({
  name: 'expire-registrations',
  data: Type.Object({}),
  schedule: { every: 3_600_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 10_000 },
});

export function expireRegistrationsJob({ clock, pending, tickets, end }: ExpireRegistrationsDeps) {
  return handle(expireRegistrations, async (_data, { log, signal }) => {
    const now = clock.now();
    const since = new Date(now.getTime() - UNPROVEN_SECONDS * 1000);
    const commandId = newId();
    const ctx = { actorId: null, commandId, correlationId: commandId, origin: 'job' } as const;
    const expire = ({ companyId }: Pending) => end({ ...ctx, companyId, now: now.toISOString() }, companyId);
    let ended = 0;
    for (let more = true; more && !signal.aborted; ) {
      const old = await pending.before(since, AT_ONCE);
      more = false;
      for (const registration of old) {
        if (signal.aborted || !(await expire(registration))) continue;
        ended += 1;
        more = true;
      }
    }
    const forgotten = await tickets.forget();
    if (ended > 0) log.info({ ended }, 'unproven registrations expired');
    log.debug({ forgotten }, 'dropped expired registration tickets');
  });
}
