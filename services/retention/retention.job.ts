import { Type } from 'typebox';
import { handle, jobType } from '#platform/jobs/job.ts';
import type { People } from './person.postgres.ts';
import type { Retention } from './retention.ts';

/** Every night: erases the companies whose six months are over, and the people whose erasure was ordered. */
const eraseCompanies = jobType({
  name: 'retention',
  data: Type.Object({}),
  schedule: { pattern: '17 3 * * *', tz: 'UTC' },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 60_000 },
});

export function retentionJob(
  retention: Pick<Retention, 'due' | 'erase' | 'lookAgain' | 'rewriteTables'>,
  { eraseOrdered, keyTrials }: Pick<People, 'eraseOrdered'> & { readonly keyTrials: () => Promise<number> },
) {
  return handle(eraseCompanies, async (_data, { log, signal }) => {
    const failures: unknown[] = [];
    for (const due of await retention.due()) {
      if (signal.aborted) return;
      try {
        const outcome = await retention.erase(due);
        log.info({ ...due, outcome }, 'a company whose six months are over');
      } catch (err) {
        failures.push(err);
        log.error({ err, ...due }, 'a company was not erased; the others are');
      }
    }
    await retention.lookAgain();
    for (const erased of await eraseOrdered())
      log[erased.outcome === 'failed' ? 'error' : 'info'](erased, 'a person whose erasure was ordered');
    await keyTrials();
    const { left } = await retention.rewriteTables();
    if (left.length > 0) log.warn({ left }, 'tables that may still hold bytes of erased data; see ADR 0026');
    // The next attempt has what is left.
    if (failures.length > 0) throw failures[0];
  });
}
