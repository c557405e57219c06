import type { JobRun } from '#platform/jobs/job.ts';
import type { Kept } from './keep-in-step.ts';

/** So often in a row, and the provider is away for everybody, not only for some. */
const AWAY_IN_A_ROW = 3;

/**
 * Does it for one company after the other. What fails for one is told and does not keep the others waiting; while
 * the provider is away the rest is left to the next run, since each would wait as long for nothing.
 */
export async function eachCompany<Each extends { readonly companyId: string }>(
  companies: readonly Each[],
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
  work: (each: Each) => Promise<Kept>,
): Promise<void> {
  let inARow = 0;
  for (const each of companies) {
    if (signal.aborted || inARow === AWAY_IN_A_ROW) return;
    try {
      inARow = (await work(each)) === 'unavailable' ? inARow + 1 : 0;
    } catch (err) {
      log.error({ err, companyId: each.companyId }, 'billing could not be kept in step');
    }
  }
}
