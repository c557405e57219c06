import { Type } from 'typebox';
import { defineJob } from '#platform/jobs/job.ts';
import type { Accounts } from './accounts.ts';

/** Every minute: makes up for what changes of employees left undone when they were cut short. */
export function settleAccountsJob({ settleAbandoned }: Pick<Accounts, 'settleAbandoned'>) {
  return defineJob({
    name: 'settle-accounts',
    data: Type.Object({}),
    schedule: { every: 60_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 1000 },
    async handler(_data, { log, signal }) {
      const people = await settleAbandoned(signal);
      if (people > 0) log.info({ people }, 'accounts were settled after a change that was cut short');
    },
  });
}
