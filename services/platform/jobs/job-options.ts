import type { JobsOptions } from 'bullmq';
import type { JobType } from './job.ts';

const DAY_S = 86_400;

/** Finished jobs are kept for inspection, failed ones longer, both up to a limit. */
const retention = {
  removeOnComplete: { age: DAY_S, count: 500 },
  removeOnFail: { age: 14 * DAY_S, count: 1000 },
  stackTraceLimit: 10,
} as const;

export function optionsOf(type: JobType): JobsOptions {
  return {
    ...retention,
    attempts: type.attempts,
    backoff: { type: type.backoff.kind, delay: type.backoff.delay },
  };
}
