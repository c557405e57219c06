import { isDatabaseAway } from '#platform/database.ts';

/** What went wrong with one of many does not keep the others waiting, unless it is the database that is away. */
export function createFailures() {
  const found: unknown[] = [];
  return {
    async collect(work: () => Promise<unknown>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        found.push(error);
      }
    },
    /** At the end: the one there was, or all of them. */
    rethrow(): void {
      if (found.length > 0)
        throw found.length === 1 ? found[0] : new AggregateError(found, 'several went wrong');
    },
  };
}
