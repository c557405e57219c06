import { describe, expect, it } from 'vitest';
import { createJobRegistry, keepSchedules, retireSchedules } from '#platform/jobs/job-registry.ts';
import { job, onQueue, type Suite, tally, until } from './runner-kit.ts';

export function schedulesSuite({ kit, server }: Suite): void {
  describe('a schedule', () => {
    it('runs again and again, and takes a new interval at the next boot', async () => {
      const runs = tally();
      const tick = (every: number) => job({ name: 'tick', schedule: { every }, handler: runs.add });
      const slow = kit.runner([tick(3_600_000)]);
      await slow.start();
      await until(() => expect(runs.count()).toBe(1));
      await slow.stop();
      await kit.runner([tick(100)]).start();
      await until(() => expect(runs.count()).toBeGreaterThan(4));
    });

    it('at an interval runs at once when a worker starts, however long the interval', async () => {
      const runs = tally();
      const yearly = job({ name: 'yearly', schedule: { every: 31_536_000_000 }, handler: runs.add });
      for (const boot of [1, 2, 3]) {
        const runner = kit.runner([yearly]);
        await runner.start();
        await until(() => expect(runs.count()).toBe(boot));
        await runner.stop();
      }
    });

    it('by cron makes up for a run that fell due while no worker ran', async () => {
      const secondly = job({
        name: 'secondly',
        schedule: { pattern: '* * * * * *', tz: 'Europe/Berlin' },
        handler: async () => {},
      });
      const registry = createJobRegistry([secondly.type]);
      await onQueue(server().backend, async (queue) => {
        await retireSchedules(queue, registry, Date.now());
        await keepSchedules(queue, registry, Date.now());
        const [missed] = await queue.getJobSchedulers();
        await until(() => expect(Date.now()).toBeGreaterThan(missed?.next ?? Number.POSITIVE_INFINITY));
        await retireSchedules(queue, registry, Date.now());
        await keepSchedules(queue, registry, Date.now());
        expect(await queue.getJobSchedulers()).toEqual([missed]);
      });
    });

    it('ends when no job has it any more, and comes back when it was lost', {
      tags: ['reliability-27'],
    }, async () => {
      const runs = { old: tally(), kept: tally() };
      const old = job({ name: 'old', schedule: { every: 50 }, handler: runs.old.add });
      const kept = job({ name: 'kept', schedule: { every: 50 }, handler: runs.kept.add });
      const before = kit.runner([old, kept]);
      await before.start();
      await until(() => expect(Math.min(runs.old.count(), runs.kept.count())).toBeGreaterThan(1));
      await before.stop();

      const after = kit.runner([kept]);
      await after.start();
      // Its name is in no registry now, so a run of it would be a failure of an unknown job.
      const seen = runs.kept.count();
      await until(() => expect(runs.kept.count()).toBeGreaterThan(seen + 5));
      const strays = await after.metric('tallyboard_job_failures_total', { job: 'unknown' });
      expect(strays, 'at most the run that was already waiting').toBeLessThanOrEqual(1);

      await onQueue(server().backend, async (queue) => void (await queue.removeJobScheduler('kept')));
      const lostAt = runs.kept.count();
      await until(() => expect(runs.kept.count()).toBeGreaterThan(lostAt + 5));
    });
  });

  describe('a schedule and the clock', () => {
    it('is planned anew when its next run lies further ahead than it can: the clock was set back', async () => {
      const runs = tally();
      const hourly = job({
        name: 'hourly',
        schedule: { every: 3_600_000 },
        handler: runs.add,
      });
      await kit.runner([hourly]).start();
      await until(() => expect(runs.count()).toBe(1));
      const registry = createJobRegistry([hourly.type]);
      await onQueue(server().backend, (queue) => keepSchedules(queue, registry, Date.now() - 1000));
      await onQueue(server().backend, (queue) => keepSchedules(queue, registry, Date.now() - 2 * 86_400_000));
      await until(() => expect(runs.count()).toBe(2));
    });

    it('keeps an overdue run that only waits for a free worker', async () => {
      const daily = job({ name: 'daily', schedule: { every: 86_400_000 }, handler: async () => {} });
      const registry = createJobRegistry([daily.type]);
      await onQueue(server().backend, async (queue) => {
        await retireSchedules(queue, registry, Date.now());
        await keepSchedules(queue, registry, Date.now());
        const [first] = await queue.getJobSchedulers();
        await keepSchedules(queue, registry, Date.now() + 10 * 86_400_000);
        expect(await queue.getJobSchedulers()).toEqual([first]);
      });
    });
  });
}
