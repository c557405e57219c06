import { isDatabaseAway } from '#platform/database-errors.ts';

/** Collects the errors of many tasks, so that one failure does not stop the others. A database outage does stop them. */
export function createErrorCollector() {
  const errors: unknown[] = [];
  return {
    async collect(task: () => Promise<unknown>): Promise<void> {
      try {
        await task();
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        errors.push(error);
      }
    },
    /** Throws the collected error, or all of them as one. */
    rethrow(): void {
      if (errors.length > 0) {
        throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several tasks failed');
      }
    },
  };
}
