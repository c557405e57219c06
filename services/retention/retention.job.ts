import { Type } from 'typebox';
import { UnwritableEvent } from '#contracts/events/codec.ts';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { Retention } from './retention.ts';

/** Every night: erases the companies whose six months are over. */
const eraseCompanies = jobType({
  name: 'retention',
  data: Type.Object({}),
  schedule: { pattern: '17 3 * * *', tz: 'UTC' },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 60_000 },
});

export function retentionJob(retention: Retention) {
  return handle(eraseCompanies, async (_data, { log, signal }) => {
    for (const due of await retention.due()) {
      if (signal.aborted) return;
      try {
        const outcome = await retention.erase(due);
        log.info({ ...due, outcome }, 'a company whose six months are over');
      } catch (err) {
        if (!(err instanceof UnwritableEvent)) throw err;
        log.warn({ ...due, err }, 'a company is erased once every process can read of it');
      }
    }
    await retention.lookAgain();
  });
}
