import type { JobBackendOptions } from '#platform/jobs/job-backend.module.ts';

/** A real server under the jobs, which tests may take away and give back with its data. */
export type JobServer = {
  readonly description: string;
  readonly backend: JobBackendOptions;
  /** Null: the server is not ours to stop. */
  readonly power: { off(): Promise<void>; on(): Promise<void> } | null;
  /** Ends it for good and removes what it left behind. */
  dispose(): Promise<void>;
};
