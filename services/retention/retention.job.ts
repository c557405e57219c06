import { Type } from 'typebox';
import { defineJob } from '#platform/jobs/job.ts';
import type { Retention } from './retention.ts';

/** Every night: erases the companies whose six months are over. */
export function retentionJob(retention: Retention) {
  return defineJob({
    name: 'retention',
    data: Type.Object({}),
    schedule: { pattern: '17 3 * * *', tz: 'UTC' },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 60_000 },
    async handler(_data, { log, signal }) {
      for (const due of await retention.due()) {
        if (signal.aborted) return;
        const outcome = await retention.erase(due);
        log.info({ ...due, outcome }, 'a company whose six months are over');
      }
      await retention.lookAgain();
    },
  });
}
