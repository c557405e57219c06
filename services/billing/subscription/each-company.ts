import type { JobRun } from '#platform/jobs/job.ts';
import type { Reconciled } from './reconcile.ts';

/** After so many companies in a row without an answer, the provider is taken to be unavailable to all. */
const UNAVAILABLE_IN_A_ROW = 3;

/**
 * Runs `work` for one company after the other. An error is logged and does not stop the others. While the provider
 * is unavailable the rest is left to the next run, since each company would wait for the full timeout.
 */
export async function eachCompany<Each extends { readonly companyId: string }>(
  companies: readonly Each[],
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
  work: (each: Each) => Promise<Reconciled>,
): Promise<void> {
  let inARow = 0;
  for (const each of companies) {
    if (signal.aborted || inARow === UNAVAILABLE_IN_A_ROW) return;
    try {
      inARow = (await work(each)) === 'unavailable' ? inARow + 1 : 0;
    } catch (err) {
      log.error({ err, companyId: each.companyId }, 'the payments of a company could not be reconciled');
    }
  }
}
