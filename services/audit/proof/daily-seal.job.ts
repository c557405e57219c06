import { Type } from 'typebox';
import { defineJob } from '#platform/jobs/job.ts';
import type { DailySeal } from './daily-seal.ts';

/** Every ten minutes, so that a day is sealed soon after it ended, or after the program was started again. */
export function dailySealJob({ sealYesterday }: DailySeal) {
  return defineJob({
    name: 'daily-seal',
    data: Type.Object({}),
    schedule: { every: 600_000 },
    attempts: 1,
    backoff: { kind: 'fixed', delay: 1000 },
    async handler(_data, { log, signal }) {
      const sealed = await sealYesterday(signal);
      if (sealed > 0) log.info({ sealed }, 'the day that ended is sealed');
    },
  });
}
