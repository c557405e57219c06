import type { Queue } from 'bullmq';

/** A job from the queue, not validated yet. */
export type QueuedJob = {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
  /** Tries that ended before this one. */
  readonly attemptsMade: number;
};

/** The part of a queue that we use, the same on every backend. */
export type JobQueue = Pick<
  Queue,
  'add' | 'getJob' | 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler'
>;

export type WorkerTiming = {
  /** After so long without a renewal a running job counts as abandoned; it is renewed five times as often. Milliseconds. */
  readonly lockMs: number;
  /** How often abandoned jobs are looked for; a job counts as abandoned at the second look. Milliseconds. */
  readonly stalledMs: number;
};

export type OpenJobBackend = {
  readonly queue: JobQueue;
  /**
   * Starts to take jobs; throws when the server is away. The returned function stops taking jobs and resolves when
   * the running ones are done.
   */
  work(process: (job: QueuedJob) => Promise<void>): Promise<() => Promise<void>>;
  /** Closes every connection that `open` made. */
  close(): Promise<void>;
};

export type BackendEvents = {
  /** Reports an error of the backend, which may be away. Failures of jobs are not reported here. */
  onError(error: Error): void;
  /** A job was taken from a worker that died. */
  onStalled(jobId: string): void;
};

/** A server that stores jobs: BullMQ on Postgres or on Redis. */
export type JobBackend = {
  /** Names the kind of server, for people and logs. */
  readonly description: string;
  /** Connects and prepares the server's tables; throws when it is away. */
  open(events: BackendEvents, timing: WorkerTiming): Promise<OpenJobBackend>;
};
