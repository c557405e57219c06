import { UnrecoverableError } from 'bullmq';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import type { QueuedJob } from './job-backend.port.ts';
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

type JobMetrics = {
  ran(job: string, outcome: 'done' | 'failed', seconds: number): void;
  stalled(): void;
  backendIsReady(ready: boolean): void;
};

export function createJobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'tallyboard_job_duration_seconds',
    help: 'How long runs of a job took',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers,
  });
  const failures = new Counter({
    name: 'tallyboard_job_failures_total',
    help: 'Runs of a job that failed, each try counted',
    labelNames: ['job'] as const,
    registers,
  });
  const stalls = new Counter({
    name: 'tallyboard_jobs_stalled_total',
    help: 'Jobs taken over from a worker that died or lost its lock',
    registers,
  });
  const ready = new Gauge({
    name: 'tallyboard_job_backend_ready',
    help: '1 while the job backend answers',
    registers,
  });
  return {
    ran: (job, outcome, seconds) => {
      duration.observe({ job, outcome }, seconds);
      if (outcome === 'failed') failures.inc({ job });
    },
    stalled: () => stalls.inc(),
    backendIsReady: (isReady) => ready.set(isReady ? 1 : 0),
  };
}
