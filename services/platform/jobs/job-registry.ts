import { getNextMillis } from 'bullmq';
import { Compile } from 'typebox/compile';
import { isTimeZone } from '#contracts/local-date.ts';
import type { Job, JobSchedule } from './job.ts';

export type RegisteredJob = {
  readonly job: Job;
  /** What is wrong with this data, in words; null when it fits. */
  readonly complaint: (data: unknown) => string | null;
};

export type JobRegistry = ReadonlyMap<string, RegisteredJob>;

/**
 * Checks every job at boot, so that a mistake stops the start and not a run at night: names are unique,
 * schemas compile, schedules can come true, every job has a handler. Throws with the name of the wrong job.
 */
export function createJobRegistry(jobs: readonly Job[]): JobRegistry {
  const registry = new Map<string, RegisteredJob>();
  for (const job of jobs) {
    const wrong = (what: string) => new Error(`job "${job.name}": ${what}`);
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(job.name)) throw wrong('its name is not kebab-case');
    if (registry.has(job.name)) throw wrong('two jobs have this name');
    if (typeof job.handler !== 'function') throw wrong('it has no handler');
    if (!Number.isInteger(job.attempts) || job.attempts < 1) throw wrong('attempts must be 1 or more');
    if (!Number.isInteger(job.backoff.delay) || job.backoff.delay < 0) throw wrong('bad back-off delay');
    const complaint = complaintOf(job, wrong);
    if (job.schedule) {
      const reason = badSchedule(job.schedule) ?? complaint({});
      if (reason) throw wrong(`it cannot run by schedule: ${reason}`);
    }
    registry.set(job.name, { job, complaint });
  }
  return registry;
}

function complaintOf(job: Job, wrong: (what: string) => Error): RegisteredJob['complaint'] {
  try {
    const validator = Compile(job.data);
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
