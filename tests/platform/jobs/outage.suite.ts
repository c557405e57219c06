import { describe, expect, it } from 'vitest';
import { JobBackendAway } from '#platform/jobs/job-runner.ts';
import { job, type Suite, tally, until } from './runner-kit.ts';

export function outageSuite({ kit, server }: Suite): void {
  describe('when the server goes away', () => {
    it('the runner says so, refuses quickly, and goes on by itself when it is back', async (test) => {
      const { power } = server();
      if (!power) return test.skip(`${server().description} is not ours to stop`);
      const runs = { tick: tally(), kept: tally() };
      const tick = job({ name: 'tick', schedule: { every: 100 }, handler: runs.tick.add });
      const kept = job({ name: 'kept', handler: runs.kept.add });
      await power.off();
      const runner = kit.runner([tick, kept]);
      await runner.start();
      expect(runner.status()).toBe('away');
      await expect(runner.add(kept.type, {}, { jobId: 'early' })).rejects.toThrow(JobBackendAway);

      await power.on();
      await until(() => expect(runner.status()).toBe('ready'));
      await until(() => expect(runs.tick.count()).toBeGreaterThan(1));
      await runner.add(kept.type, {}, { jobId: 'survivor', delay: 1500 });

      await power.off();
      await until(() => expect(runner.status()).toBe('away'));
      await expect(runner.add(kept.type, {}, { jobId: 'late' })).rejects.toThrow(JobBackendAway);

      await power.on();
      await until(() => expect(runner.status()).toBe('ready'));
      const before = runs.tick.count();
      await until(() => expect(runs.tick.count()).toBeGreaterThan(before + 2));
      await until(() => expect(runs.kept.ids).toEqual(['kept-survivor']));
    });
  });
}
