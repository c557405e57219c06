import { getNextMillis, type JobSchedulerJson } from 'bullmq';
import type { Job, JobSchedule } from './job.ts';
import type { JobQueue } from './job-backend.port.ts';
import { optionsOf } from './job-options.ts';
import type { JobRegistry } from './job-registry.ts';

/** A run may be late by this much before its schedule is looked into. Milliseconds. */
const SLACK_MS = 1000;

/**
 * Before a worker starts: removes the schedules that no job has any more, and those at an interval, so that
 * they run at once even in a program that is often restarted. A run that fell due while nobody worked stays.
 */
export async function retireSchedules(queue: JobQueue, registry: JobRegistry, now: number): Promise<void> {
  for (const found of await queue.getJobSchedulers()) {
    const schedule = registry.get(found.key)?.job.schedule;
    if (!(schedule && isMissedRun(found, schedule, now))) await queue.removeJobScheduler(found.key);
  }
}

/** The queue still holds the run of a cron pattern that fell due; planning anew would skip it. */
function isMissedRun(found: JobSchedulerJson, schedule: JobSchedule, now: number): boolean {
  if ('every' in schedule) return false;
  const isSame = found.pattern === schedule.pattern && found.tz === schedule.tz;
  return isSame && found.next !== undefined && found.next <= now;
}

/**
 * Makes the schedules that are missing and mends those that would stay silent: lost with a server's memory, planned by a clock that was ahead, or
 * without a next run because the server went away while it was planned. Leaves healthy ones alone, and
 * those of other versions of this program.
 */
export async function keepSchedules(queue: JobQueue, registry: JobRegistry, now: number): Promise<void> {
  const known = new Map((await queue.getJobSchedulers()).map((each) => [each.key, each]));
  for (const { job } of registry.values()) {
    if (!job.schedule) continue;
    const found = known.get(job.name);
    if (found && !(await isBroken(queue, found, job.schedule, now))) continue;
    // An upsert keeps the time of the run it replaces, so the broken one has to go first.
    if (found) await queue.removeJobScheduler(job.name);
    await upsert(queue, job, job.schedule);
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
  // Overdue: fine as long as that run waits for a free worker or is under way.
  return (await queue.getJob(`repeat:${found.key}:${found.next}`)) === undefined;
}

async function upsert(queue: JobQueue, job: Job, schedule: JobSchedule): Promise<void> {
  await queue.upsertJobScheduler(job.name, { ...schedule }, { name: job.name, opts: optionsOf(job) });
}
