import { createBackoff } from '../concurrency/backoff.ts';
import { isDatabaseAway } from '../database-errors.ts';

const TRIES = 6;

/** Repeats `work` during a short absence of the database, about six seconds; then throws the last error. */
export async function retryWhileDatabaseAway(work: () => Promise<void>): Promise<void> {
  const backoff = createBackoff({ firstMs: 200, lastMs: 3200 });
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDatabaseAway(error)) throw error;
      await backoff.pause();
    }
  }
}
