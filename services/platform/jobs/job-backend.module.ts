import type pg from 'pg';
import type { Scheduler } from '../clock.ts';
import type { JobBackend } from './job-backend.port.ts';
import { createPostgresJobBackend } from './job-backend.postgres.ts';
import { createRedisJobBackend } from './job-backend.redis.ts';

/** Redis when it is configured, otherwise Postgres. */
export type JobBackendOptions = (
  | { readonly redisUrl: string }
  | { readonly connectionString: string; readonly owner?: pg.Pool }
) & {
  /** Separates installations that share a server. */
  readonly queueName?: string;
};

/** One queue for all jobs: each further one would cost connections, and none of ours needs its own pace. */
export function createJobBackend(options: JobBackendOptions, scheduler: Scheduler): JobBackend {
  const name = options.queueName ?? 'tallyboard';
  return 'redisUrl' in options
    ? createRedisJobBackend(options.redisUrl, name)
    : createPostgresJobBackend(options, name, scheduler);
}
