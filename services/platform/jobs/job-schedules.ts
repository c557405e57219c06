import { getNextMillis, type JobSchedulerJson } from 'bullmq';
import type { Job, JobSchedule } from './job.ts';
import type { JobQueue } from './job-backend.port.ts';
import { optionsOf } from './job-options.ts';
import type { JobRegistry } from './job-registry.ts';

/** A run may be late by this much before its schedule is looked into. Milliseconds. */
const SLACK_MS = 1000;

/**
 * Makes the schedules of the queue those of the registry: upserts all by name and removes the ones that no
 * job has any more. For the boot; safe to run from several processes at once.
 */
export async function installSchedules(queue: JobQueue, registry: JobRegistry): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!registry.get(key)?.job.schedule) await queue.removeJobScheduler(key);
  }
  for (const { job } of registry.values()) {
    if (job.schedule) await upsert(queue, job, job.schedule);
  }
}

/**
 * Mends schedules that would stay silent: lost with a server's memory, planned by a clock that was ahead, or
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
