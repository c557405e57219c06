import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type JobMetrics = {
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
