import { getNextMillis, type JobSchedulerJson, type JobsOptions } from 'bullmq';
import { Compile } from 'typebox/compile';
import { isTimeZone } from '#contracts/local-date.ts';
import type { JobSchedule, JobType } from './job.ts';
import type { JobQueue } from './job-backend.port.ts';

export type RegisteredType = {
  readonly type: JobType;
  /** Says what is wrong with the data; null when it is valid. */
  readonly complaint: (data: unknown) => string | null;
  /** How the queue repeats and keeps these jobs. */
  readonly options: JobsOptions;
};

export type JobRegistry = ReadonlyMap<string, RegisteredType>;

/**
 * Checks every job type at boot, so that a mistake stops the start and not a run at night: names are unique, schemas
 * compile, schedules are valid. Throws with the name of the wrong type.
 */
export function createJobRegistry(types: readonly JobType[]): JobRegistry {
  const registry = new Map<string, RegisteredType>();
  for (const type of types) {
    const wrong = (what: string) => new Error(`job "${type.name}": ${what}`);
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(type.name)) throw wrong('its name is not kebab-case');
    if (registry.has(type.name)) throw wrong('two types have this name');
    if (!Number.isInteger(type.attempts) || type.attempts < 1) throw wrong('attempts must be 1 or more');
    if (!Number.isInteger(type.backoff.delay) || type.backoff.delay < 0) throw wrong('bad back-off delay');
    const complaint = complaintOf(type, wrong);
    if (type.schedule) {
      const reason = badSchedule(type.schedule) ?? complaint({});
      if (reason) throw wrong(`it cannot run by schedule: ${reason}`);
    }
    registry.set(type.name, { type, complaint, options: optionsOf(type) });
  }
  return registry;
}

function complaintOf(type: JobType, wrong: (what: string) => Error): RegisteredType['complaint'] {
  try {
    const validator = Compile(type.data);
    return (data) => {
      if (validator.Check(data)) return null;
      const [first] = validator.Errors(data);
      return `data${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`;
    };
  } catch (cause) {
    throw wrong(`its schema does not compile: ${String(cause)}`);
  }
}

function badSchedule(schedule: JobSchedule): string | null {
  if ('every' in schedule) {
    return Number.isInteger(schedule.every) && schedule.every > 0 ? null : 'every must be whole milliseconds';
  }
  if (!isTimeZone(schedule.tz)) return `unknown time zone ${schedule.tz}`;
  try {
    const next = getNextMillis(Date.now(), schedule);
    return next === undefined ? `the pattern ${schedule.pattern} never comes true` : null;
  } catch {
    return `the pattern ${schedule.pattern} is no cron pattern`;
  }
}

const DAY_S = 86_400;

/** Finished jobs are kept for inspection, failed ones longer, both up to a limit. */
const retention = {
  removeOnComplete: { age: DAY_S, count: 500 },
  removeOnFail: { age: 14 * DAY_S, count: 1000 },
  stackTraceLimit: 10,
} as const;

function optionsOf(type: JobType): JobsOptions {
  return {
    ...retention,
    attempts: type.attempts,
    backoff: { type: type.backoff.kind, delay: type.backoff.delay },
  };
}

/** How late a run may be before its schedule is checked. Milliseconds. */
const SLACK_MS = 1000;

/**
 * Runs before a worker starts. Removes the schedules of jobs that no longer exist, and those with an interval, so that
 * they run at once even in a program that restarts often. A run that fell due while no worker ran stays.
 */
export async function retireSchedules(queue: JobQueue, registry: JobRegistry, now: number): Promise<void> {
  for (const found of await queue.getJobSchedulers()) {
    const schedule = registry.get(found.key)?.type.schedule;
    if (!(schedule && isMissedRun(found, schedule, now))) await queue.removeJobScheduler(found.key);
  }
}

/** True when the queue still holds a due run of a cron pattern; planning again would skip it. */
function isMissedRun(found: JobSchedulerJson, schedule: JobSchedule, now: number): boolean {
  if ('every' in schedule) return false;
  const isSame = found.pattern === schedule.pattern && found.tz === schedule.tz;
  return isSame && found.next !== undefined && found.next <= now;
}

/**
 * Adds missing schedules (for example after a server lost its memory) and repairs those that would never run:
 * planned by a clock that was ahead, or without a next run because the server went away during planning. Leaves
 * working ones alone, and those of other versions of this program.
 */
export async function keepSchedules(queue: JobQueue, registry: JobRegistry, now: number): Promise<void> {
  const known = new Map((await queue.getJobSchedulers()).map((each) => [each.key, each]));
  for (const { type, options } of registry.values()) {
    if (!type.schedule) continue;
    const found = known.get(type.name);
    if (found && !(await isBroken(queue, found, type.schedule, now))) continue;
    // An upsert keeps the time of the run that it replaces, so the broken one is removed first.
    if (found) await queue.removeJobScheduler(type.name);
    await queue.upsertJobScheduler(type.name, { ...type.schedule }, { name: type.name, opts: options });
  }
}

async function isBroken(
  queue: JobQueue,
  found: JobSchedulerJson,
  schedule: JobSchedule,
  now: number,
): Promise<boolean> {
  if (found.next === undefined) return true;
  const latest = 'every' in schedule ? now + schedule.every : getNextMillis(now, schedule);
  if (latest !== undefined && found.next > latest + SLACK_MS) return true;
  if (found.next > now - SLACK_MS) return false;
  // An overdue run is fine while it waits for a free worker or is running.
  return (await queue.getJob(`repeat:${found.key}:${found.next}`)) === undefined;
}
