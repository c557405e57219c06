import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobRun } from '#platform/jobs/job.ts';
import { job, onQueue, type Suite, tally, timing, until } from './runner-kit.ts';
import { spawnWorker } from './worker-process.ts';

export function workersSuite({ kit, server }: Suite): void {
  describe('a worker', () => {
    it('that stops waits for what it runs, and takes nothing new', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let run: JobRun | undefined;
      const ended: string[] = [];
      const long = job({
        name: 'long',
        handler: async (_data, given) => {
          run = given;
          await released;
          ended.push('job');
        },
      });
      const runner = kit.runner([long]);
      await runner.start();
      await runner.add(long.type, {}, { jobId: 'x' });
      await until(() => expect(run).toBeDefined());
      const stopped = runner.stop().then(() => ended.push('runner'));
      await until(() => expect(run?.signal.aborted).toBe(true));
      expect(runner.status()).not.toBe('stopped');
      release();
      await stopped;
      expect(ended).toEqual(['job', 'runner']);

      const again = kit.runner([long]);
      await again.start();
      await again.add(long.type, {}, { jobId: 'x' });
      await again.add(long.type, {}, { jobId: 'y' });
      await until(() => expect(ended).toEqual(['job', 'runner', 'job']));
    });

    it('that stops leaves a job which never ends to others after its drain time', async () => {
      const taken = tally();
      const end = Promise.withResolvers<void>();
      const stuck = job({
        name: 'stuck',
        handler: async (data, run) => {
          await taken.add(data, run);
          await end.promise;
        },
      });
      const runner = kit.runner([stuck], { ...timing, drainMs: 100 });
      await runner.start();
      await runner.add(stuck.type, {}, { jobId: 'x' });
      await until(() => expect(taken.count()).toBe(1));
      await runner.stop();
      expect(runner.lines.some(({ msg }) => msg?.includes('some still run'))).toBe(true);
      // Only now the runner closes its connections.
      end.resolve();
    });

    it('that stopped leaves nothing open: the process ends by itself', async () => {
      const { exited } = spawnWorker(server().backend, 'leave');
      expect((await exited)[0]).toBe(0);
    });

    it('that is killed in the middle of a job loses it to another worker', {
      tags: ['reliability-27'],
    }, async () => {
      const runs = tally();
      const work = job({ name: 'work', handler: runs.add });
      const producer = kit.producer([work.type]);
      await producer.start();
      const victim = spawnWorker(server().backend, 'hang');
      await producer.add(work.type, {}, { jobId: 'precious' });
      await until(() => expect(victim.said.text).toBe('started\n'));
      victim.process.kill('SIGKILL');
      await victim.exited;

      const heir = kit.runner([work]);
      await heir.start();
      await until(() => expect(runs.ids).toEqual(['work-precious']));
      // A job of the tests before may have lost its worker, too.
      await until(async () => {
        const taken = heir.lines.filter(({ msg }) => msg === 'job taken over from a worker that died');
        expect(taken.filter(({ jobId }) => jobId === 'work-precious')).toHaveLength(1);
        expect(await heir.metric('tallyboard_jobs_stalled_total', {})).toBe(taken.length);
      });
    });

    it('that hangs loses its job to another worker within the time of a midnight, and ends nothing when it goes on', async () => {
      const runs = tally();
      const held = Promise.withResolvers<void>();
      const work = job({
        name: 'work',
        handler: async (data, run) => {
          await runs.add(data, run);
          await held.promise;
        },
      });
      const producer = kit.producer([work.type]);
      await producer.start();
      const hung = spawnWorker(server().backend, 'work');
      onTestFinished(() => void hung.process.kill('SIGKILL'));
      await producer.add(work.type, {}, { jobId: 'due' });
      await until(() => expect(hung.said.text).toBe('started\n'));
      hung.process.kill('SIGSTOP');

      const heir = kit.runner([work], {});
      await heir.start();
      await until(() => expect(runs.ids).toEqual(['work-due']));
      hung.process.kill('SIGCONT');
      hung.process.stdin.end();
      // It stops when it has tried to complete the job.
      expect(await hung.exited).toEqual([0, null]);
      expect(hung.said.text).toBe('started\nended\n');
      await onQueue(server().backend, async (queue) => {
        const state = async () => (await queue.getJob('work-due'))?.getState();
        expect(await state()).toBe('active');
        held.resolve();
        await until(async () => expect(await state()).toBe('completed'));
      });
      expect(runs.count()).toBe(1);
      expect(heir.lines.filter(({ msg }) => msg?.includes('lock'))).toEqual([]);
    });
  });
}
