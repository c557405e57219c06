import { Type } from 'typebox';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { DailySeal } from './daily-seal.ts';

/** Every ten minutes, so that a day is sealed soon after it ends, or after a restart. */
const dailySeal = jobType({
  name: 'daily-seal',
  data: Type.Object({}),
  schedule: { every: 600_000 },
  attempts: 1,
  backoff: { kind: 'fixed', delay: 1000 },
});

export function dailySealJob({ sealYesterday }: DailySeal) {
  return handle(dailySeal, async (_data, { log, signal }) => {
    const sealed = await sealYesterday(signal);
    if (sealed > 0) log.info({ sealed }, 'the day that ended is sealed');
  });
}
