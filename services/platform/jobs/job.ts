import type { Static, TSchema } from 'typebox';
import type { Log } from '../log.ts';

/** When a job runs by itself: every so many milliseconds, or as cron says in an IANA time zone. */
export type JobSchedule = { readonly every: number } | { readonly pattern: string; readonly tz: string };

/** How long a failed try rests: always the same, or twice as long each time. Milliseconds. */
export type JobBackoff = { readonly kind: 'fixed' | 'exponential'; readonly delay: number };

/** What a handler is told about the run it is in. */
export type JobRun = {
  readonly jobId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborts when the program stops; a long job ends early and leaves the rest to its next run. */
  readonly signal: AbortSignal;
  readonly log: Log;
};

/**
 * A kind of background work. `handler` may run twice for one job (a worker died, a lock ran out) and at the
 * same time in two processes: it must come to the same in the end. A job that throws is tried again up to
 * `attempts` times in all.
 */
export type Job<Schema extends TSchema = TSchema> = {
  /** Kebab-case; unique. */
  readonly name: string;
  readonly data: Schema;
  /** A scheduled job takes no data: its schema must accept `{}`. */
  readonly schedule?: JobSchedule;
  readonly attempts: number;
  readonly backoff: JobBackoff;
  /** A method, so that jobs of different data fit into one list. */
  handler(data: Static<Schema>, run: JobRun): Promise<void>;
};

export function defineJob<Schema extends TSchema>(job: Job<Schema>): Job<Schema> {
  return job;
}
