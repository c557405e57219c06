import { getNextMillis, type JobSchedulerJson } from 'bullmq';
import type { JobSchedule, JobType } from './job.ts';
import type { JobQueue } from './job-backend.port.ts';
import type { JobRegistry } from './job-registry.ts';

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
