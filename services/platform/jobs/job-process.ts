import { UnrecoverableError } from 'bullmq';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import type { QueuedJob } from './job-backend.port.ts';
import type { JobMetrics } from './job-metrics.ts';
import type { JobRegistry } from './job-registry.ts';

export type JobProcessDeps = {
  readonly jobs: readonly Job[];
  readonly registry: JobRegistry;
  readonly metrics: JobMetrics;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** Runs one job. A job that can never succeed fails at once, without further tries. */
export function createJobProcess(deps: JobProcessDeps): (queued: QueuedJob) => Promise<void> {
  const { registry, metrics, log, signal } = deps;
  const jobs = new Map(deps.jobs.map((job) => [job.type.name, job]));
  return async (queued) => {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const name = registry.has(queued.name) ? queued.name : 'unknown';
    try {
      await handle(queued);
      metrics.ran(name, 'done', seconds());
    } catch (error) {
      metrics.ran(name, 'failed', seconds());
      log.warn(
        { job: queued.name, jobId: queued.id, attempt: queued.attemptsMade + 1, err: error },
        'job failed',
      );
      throw error;
    }
  };

  async function handle(queued: QueuedJob): Promise<void> {
    const registered = registry.get(queued.name);
    const job = jobs.get(queued.name);
    if (!registered || !job) throw new UnrecoverableError(`this program knows no job "${queued.name}"`);
    const complaint = registered.complaint(queued.data);
    if (complaint) throw new UnrecoverableError(`bad data: ${complaint}`);
    await job.handler(queued.data, {
      jobId: queued.id ?? '',
      attempt: queued.attemptsMade + 1,
      signal,
      log,
    });
  }
}
