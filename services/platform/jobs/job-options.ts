import type { JobsOptions } from 'bullmq';
import type { Job } from './job.ts';

const DAY_S = 86_400;

/** Finished jobs stay for a look, failed ones longer, never without bound. */
const retention = {
  removeOnComplete: { age: DAY_S, count: 500 },
  removeOnFail: { age: 14 * DAY_S, count: 1000 },
  stackTraceLimit: 10,
} as const;

export function optionsOf(job: Job): JobsOptions {
  return {
    ...retention,
    attempts: job.attempts,
    backoff: { type: job.backoff.kind, delay: job.backoff.delay },
  };
}
