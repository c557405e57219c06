import type { Static, TSchema } from 'typebox';
import type { Log } from '../log.ts';

/** When a job runs by itself: every so many milliseconds, or as cron says in an IANA time zone. */
export type JobSchedule = { readonly every: number } | { readonly pattern: string; readonly tz: string };

/** The pause after a failed try: always the same, or twice as long each time. Milliseconds. */
export type JobBackoff = { readonly kind: 'fixed' | 'exponential'; readonly delay: number };

/** The run of a job, as its handler sees it. */
export type JobRun = {
  readonly jobId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborts when the program stops; a long job ends early and leaves the rest to its next run. */
  readonly signal: AbortSignal;
  readonly log: Log;
};

/** A kind of background work: what goes into the queue and when. Code that only enqueues needs nothing else. */
export type JobType<Schema extends TSchema = TSchema> = {
  /** Kebab-case; unique. */
  readonly name: string;
  readonly data: Schema;
  /** A scheduled job takes no data: its schema must accept `{}`. */
  readonly schedule?: JobSchedule;
  /** Tries in all; a job that throws is tried again. */
  readonly attempts: number;
  readonly backoff: JobBackoff;
};

/**
 * The work for one job type, in the process that runs jobs. `handler` may run twice for one job (a worker died, a
 * lock expired), even in two processes at the same time. The result must be the same as that of one run.
 */
export type Job<Schema extends TSchema = TSchema> = {
  readonly type: JobType<Schema>;
  /** A method, so that jobs of different data fit into one list. */
  handler(data: Static<Schema>, run: JobRun): Promise<void>;
};

export function jobType<Schema extends TSchema>(type: JobType<Schema>): JobType<Schema> {
  return type;
}

export function handle<Schema extends TSchema>(
  type: JobType<Schema>,
  handler: Job<Schema>['handler'],
): Job<Schema> {
  return { type, handler };
}
