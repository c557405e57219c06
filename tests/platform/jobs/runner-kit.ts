import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Type } from 'typebox';
import { vi } from 'vitest';
import { systemScheduler } from '#platform/clock.ts';
import { handle, type Job, type JobRun, type JobType, jobType } from '#platform/jobs/job.ts';
import { createJobBackend, type JobBackendOptions } from '#platform/jobs/job-backend.module.ts';
import type { JobQueue } from '#platform/jobs/job-backend.port.ts';
import { createJobRunner, type JobRole, type JobRunner, type JobTiming } from '#platform/jobs/job-runner.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import type { JobServer } from './job-server.ts';

export const nothing = Type.Object({});

/** Short enough for tests; a lock outlives what a busy machine stands still, or its job would run twice. */
export const timing = { lockMs: 10_000, stalledMs: 300, keepMs: 200, drainMs: 10_000 };

/** A job with the usual settings; each test says only what matters to it. */
export function job<Data>({
  handler,
  ...given
}: Partial<JobType> & Pick<JobType, 'name'> & { handler: (data: Data, run: JobRun) => Promise<void> }): Job {
  const type = jobType({ data: nothing, attempts: 1, backoff: { kind: 'fixed', delay: 10 }, ...given });
  return handle(type, (data, run) => handler(data as Data, run));
}

export type TestRunner = JobRunner & {
  readonly lines: { msg?: string; jobId?: string; err?: { message: string } }[];
  metric(name: string, labels: Record<string, string>): Promise<number>;
};

/** Makes runners on one backend and stops all that a test left running. */
export function createRunnerKit(backend: () => JobBackendOptions) {
  const running = new Set<JobRunner>();

  function started(work: JobRole, timed: Partial<JobTiming>): TestRunner {
    const registry = new Registry();
    const lines: TestRunner['lines'] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const runner = createJobRunner({ backend: backend(), ...work, log, registry, timing: timed });
    running.add(runner);
    return {
      ...runner,
      lines,
      stop: async () => {
        running.delete(runner);
        await runner.stop();
      },
      metric: async (name, labels) => {
        const found = await registry.getSingleMetric(name)?.get();
        const value = found?.values.find((each) =>
          Object.entries(labels).every(([key, label]) => each.labels[key] === label),
        );
        return value?.value ?? 0;
      },
    };
  }

  return {
    runner: (jobs: readonly Job[], timed: Partial<JobTiming> = timing) =>
      started({ role: 'worker', jobs }, timed),
    producer: (types: readonly JobType[]) => started({ role: 'producer', types }, timing),
    async stopAll(): Promise<void> {
      await Promise.all([...running].map((runner) => runner.stop()));
      running.clear();
    },
  };
}

export type Suite = { readonly server: () => JobServer; readonly kit: ReturnType<typeof createRunnerKit> };

/** A handler that only remembers which jobs it had, in order. */
export function tally() {
  const ids: string[] = [];
  return {
    ids,
    count: () => ids.length,
    add: async (_data: unknown, run: JobRun) => {
      ids.push(run.jobId);
    },
  };
}

export function until<Value>(condition: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(condition, WAIT_OPTIONS);
}

/** Straight to the queue, past the runner: for what other versions, other clocks and accidents leave there. */
export async function onQueue(
  backend: JobBackendOptions,
  work: (queue: JobQueue) => Promise<void>,
): Promise<void> {
  // A call that fails rejects. A connection may also be lost when all is done: the server ends before it has closed.
  const open = await createJobBackend(backend, systemScheduler).open(
    { onError: () => {}, onStalled: () => {} },
    timing,
  );
  try {
    await work(open.queue);
  } finally {
    await open.close();
  }
}
