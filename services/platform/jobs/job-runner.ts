import type { Registry } from 'prom-client';
import type { Static, TSchema } from 'typebox';
import { type Scheduler, systemScheduler } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, JobType } from './job.ts';
import { createJobBackend, type JobBackendOptions } from './job-backend.module.ts';
import type { OpenJobBackend, WorkerTiming } from './job-backend.port.ts';
import { createJobMetrics, createJobProcess } from './job-process.ts';
import { createJobRegistry, keepSchedules, retireSchedules } from './job-registry.ts';

export type JobTiming = WorkerTiming & {
  /** How often the backend and the schedules are checked. Milliseconds. */
  readonly keepMs: number;
  /** How long `stop` waits for running jobs; the next worker takes over the others. */
  readonly drainMs: number;
};

/** A worker that hangs loses its jobs within seven seconds; with the checks every five, a midnight is served in time. */
const usual: JobTiming = { lockMs: 5000, stalledMs: 2000, keepMs: 15_000, drainMs: 20_000 };
const RETRY_MS = 250;
const RETRY_MAX_MS = 15_000;

/** A producer only adds jobs; a worker also runs them and maintains the schedules. */
export type JobRole =
  | { readonly role: 'producer'; readonly types: readonly JobType[] }
  | { readonly role: 'worker'; readonly jobs: readonly Job[] };

export type JobRunnerOptions = JobRole & {
  readonly backend: JobBackendOptions;
  readonly log: Log;
  readonly registry: Registry;
  readonly timing?: Partial<JobTiming>;
  readonly scheduler?: Scheduler;
};

export type AddJobOptions = {
  /** The same id is the same job, as long as the finished one is kept. It contains no `:`. */
  readonly jobId: string;
  /** Milliseconds to wait before the first try. */
  readonly delay?: number;
};

export type JobRunner = {
  /** Names the kind of server, for people and logs. */
  readonly description: string;
  /** `away`: the backend does not answer; the runner keeps trying. */
  readonly status: () => 'stopped' | 'ready' | 'away';
  /** Resolves after the first try to reach the backend, even if it failed. */
  start(): Promise<void>;
  /** Takes no more jobs, waits for those that run, closes everything. */
  stop(): Promise<void>;
  /**
   * Throws JobBackendAway when the job could not be handed over, TypeError when its data does not fit its
   * schema or the runner does not know its type.
   */
  add<Schema extends TSchema>(
    type: JobType<Schema>,
    data: Static<Schema>,
    options: AddJobOptions,
  ): Promise<void>;
};

export class JobBackendAway extends Error {
  constructor(options?: ErrorOptions) {
    super('the job backend does not answer', options);
    this.name = 'JobBackendAway';
  }
}

/** Throws when the registry rejects a job type; never because the backend is away. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { log, role, scheduler = systemScheduler } = options;
  const timing = { ...usual, ...options.timing };
  const jobs = options.role === 'worker' ? options.jobs : [];
  const registry = createJobRegistry(
    options.role === 'worker' ? jobs.map(({ type }) => type) : options.types,
  );
  const metrics = createJobMetrics(options.registry);
  const backend = createJobBackend(options.backend, scheduler);
  const stopping = new AbortController();
  const breath = createSleep(scheduler, stopping.signal);
  const rest = createSleep(scheduler, stopping.signal);
  const warn = createLogThrottle(scheduler, (message) => log.warn(message));
  const process = createJobProcess({ jobs, registry, metrics, log, signal: stopping.signal });

  let open: OpenJobBackend | undefined;
  let stopWorker: (() => Promise<void>) | undefined;
  let status: ReturnType<JobRunner['status']> = 'stopped';
  let supervision: Promise<void> | undefined;

  const events = {
    onError: (error: Error) => {
      warn(`jobs: ${error.message || String(error)}`);
      if (status === 'ready') rest.end();
    },
    onStalled: (jobId: string) => {
      metrics.stalled();
      log.warn({ jobId }, 'job taken over from a worker that died');
    },
  };

  function become(next: typeof status): void {
    if (next !== status) log.info({ backend: backend.description, role }, `jobs: ${next}`);
    status = next;
    metrics.backendIsReady(next === 'ready');
  }

  /** Opens missing connections and repairs schedules, and so finds out whether the backend answers. */
  async function look(): Promise<void> {
    open ??= await backend.open(events, timing);
    if (role === 'producer') {
      await open.queue.getJobSchedulers(0, 0);
      return;
    }
    if (!stopWorker) await retireSchedules(open.queue, registry, Date.now());
    await keepSchedules(open.queue, registry, Date.now());
    stopWorker ??= await open.work(process);
  }

  async function supervise(firstLook: () => void): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await look();
        failures = 0;
        become('ready');
      } catch (error) {
        failures += 1;
        become('away');
        warn(`jobs: ${error instanceof Error ? error.message : String(error)}`);
      }
      firstLook();
      // An error of the backend ends the pause early, but never causes a busy loop.
      await breath.take(RETRY_MS);
      await rest.take(
        failures === 0 ? timing.keepMs : Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS),
      );
    }
  }

  return {
    description: backend.description,
    status: () => status,
    start: () =>
      new Promise((done) => {
        supervision = supervise(done);
      }),
    stop: async () => {
      stopping.abort();
      await supervision;
      const closing = (async () => {
        await stopWorker?.();
        await open?.close();
      })();
      if (!(await endsWithin(closing, timing.drainMs, scheduler)))
        log.error('jobs: some still run; left to others');
      become('stopped');
    },
    add: async (type, data, { jobId, delay }) => {
      const registered = registry.get(type.name);
      if (!registered) throw new TypeError(`this program knows no job "${type.name}"`);
      const complaint = registered.complaint(data);
      if (complaint) throw new TypeError(`job "${type.name}": ${complaint}`);
      if (jobId.includes(':') || jobId === '') throw new TypeError(`job "${type.name}": bad id "${jobId}"`);
      if (!open) throw new JobBackendAway();
      try {
        // Ids are unique over the whole queue, so they include the name.
        await open.queue.add(type.name, data, {
          ...registered.options,
          jobId: `${type.name}-${jobId}`,
          delay,
        });
      } catch (cause) {
        throw new JobBackendAway({ cause });
      }
    },
  };
}

async function endsWithin(work: Promise<void>, ms: number, scheduler: Scheduler): Promise<boolean> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true as const),
      scheduler.pause(ms, ended.signal).then(() => false as const),
    ]);
  } finally {
    ended.abort();
  }
}

const PERIOD_MS = 10_000;
const MOST_MESSAGES = 100;

/** Logs the same message at most every ten seconds: an absent server causes many errors a second. */
function createLogThrottle(scheduler: Scheduler, say: (message: string) => void): (message: string) => void {
  const lastSaid = new Map<string, number>();
  return (message) => {
    const now = scheduler.now();
    if (now - (lastSaid.get(message) ?? Number.NEGATIVE_INFINITY) < PERIOD_MS) return;
    if (lastSaid.size >= MOST_MESSAGES) lastSaid.clear();
    lastSaid.set(message, now);
    say(message);
  };
}

/** A pause that can be ended early, even just before it begins. */
type Sleep = { take(ms: number): Promise<void>; end(): void };

/** The signal ends the present pause and all later ones. */
function createSleep(scheduler: Scheduler, signal: AbortSignal): Sleep {
  let woken = new AbortController();
  return {
    end: () => woken.abort(),
    take: async (ms) => {
      await scheduler.pause(ms, AbortSignal.any([signal, woken.signal]));
      woken = new AbortController();
    },
  };
}
