import type { Queue } from 'bullmq';

/** A job as it comes out of the queue: nothing in it has been checked yet. */
export type QueuedJob = {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
  /** Tries that ended before this one. */
  readonly attemptsMade: number;
};

/** What we use of a queue; the same on every backend. */
export type JobQueue = Pick<
  Queue,
  'add' | 'getJob' | 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler'
>;

export type WorkerTiming = {
  /** After so long without a renewal a running job counts as abandoned. Milliseconds. */
  readonly lockMs: number;
  /** How often abandoned jobs are looked for; takes two looks. Milliseconds. */
  readonly stalledMs: number;
};

export type OpenJobBackend = {
  readonly queue: JobQueue;
  /** Starts to take jobs; throws when the server went away meanwhile. The returned function takes no more, waits for those that run, then resolves. */
  work(process: (job: QueuedJob) => Promise<void>): Promise<() => Promise<void>>;
  /** Closes every connection that `open` made. */
  close(): Promise<void>;
};

export type BackendEvents = {
  /** The backend complains; it may be away. Never the failure of a job. */
  onError(error: Error): void;
  /** A job was taken from a worker that died. */
  onStalled(jobId: string): void;
};

/** A server that keeps jobs: BullMQ on Postgres or on Redis. */
export type JobBackend = {
  /** For people and logs: which kind of server this is. */
  readonly description: string;
  /** Connects and prepares the server's tables; throws when it is away. */
  open(events: BackendEvents, timing: WorkerTiming): Promise<OpenJobBackend>;
};
