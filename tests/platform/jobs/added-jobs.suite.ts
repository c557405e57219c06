import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { job, type Suite, tally, until } from './runner-kit.ts';

export function addedJobsSuite({ kit }: Suite): void {
  describe('a job that was added', () => {
    it('runs with its data in another runner than the one that added it', async () => {
      const seen: unknown[] = [];
      const greet = job({
        name: 'greet',
        data: Type.Object({ who: Type.String() }),
        handler: async (data) => void seen.push(data),
      });
      const producer = kit.producer([greet.type]);
      await producer.start();
      await producer.add(greet.type, { who: 'Ada' }, { jobId: 'one' });
      await kit.runner([greet]).start();
      await until(() => expect(seen).toEqual([{ who: 'Ada' }]));
    });

    it('runs once however often its id is added', async () => {
      const runs = tally();
      const once = job({ name: 'once', handler: runs.add });
      const last = job({ name: 'last', handler: runs.add });
      const runner = kit.runner([once, last]);
      await runner.start();
      for (let i = 0; i < 3; i += 1) await runner.add(once.type, {}, { jobId: 'same' });
      await until(() => expect(runs.ids).toEqual(['once-same']));
      await runner.add(once.type, {}, { jobId: 'same' });
      await runner.add(last.type, {}, { jobId: 'end' });
      await until(() => expect(runs.ids).toEqual(['once-same', 'last-end']));
    });

    it('waits for its delay', async () => {
      const times: number[] = [];
      const later = job({ name: 'later', handler: async () => void times.push(Date.now()) });
      const runner = kit.runner([later]);
      await runner.start();
      const added = Date.now();
      await runner.add(later.type, {}, { jobId: 'x', delay: 300 });
      await until(() => expect(times).toHaveLength(1));
      expect((times[0] ?? 0) - added).toBeGreaterThanOrEqual(295);
    });

    it('is tried again, each time after a longer rest, and counts its failures', async () => {
      const tries: { attempt: number; at: number }[] = [];
      const shaky = job({
        name: 'shaky',
        attempts: 3,
        backoff: { kind: 'exponential', delay: 100 },
        handler: async (_data, run) => {
          tries.push({ attempt: run.attempt, at: Date.now() });
          if (tries.length < 3) throw new Error('not yet');
        },
      });
      const runner = kit.runner([shaky]);
      await runner.start();
      await runner.add(shaky.type, {}, { jobId: 'x' });
      await until(() => expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]));
      const [first, second, third] = tries.map(({ at }) => at) as [number, number, number];
      expect(second - first).toBeGreaterThanOrEqual(95);
      expect(third - second).toBeGreaterThanOrEqual(195);
      await until(async () =>
        expect(
          await runner.metric('tallyboard_job_duration_seconds', {
            job: 'shaky',
            outcome: 'done',
            le: '+Inf',
          }),
        ).toBe(1),
      );
      expect(await runner.metric('tallyboard_job_failures_total', { job: 'shaky' })).toBe(2);
    });

    it('fails at once and for good when its data does not fit, and says why', async () => {
      const older = job({ name: 'strict', data: Type.Any(), handler: async () => {} });
      const handled = tally();
      const strict = job({
        name: 'strict',
        data: Type.Object({ cents: Type.Integer() }),
        attempts: 5,
        handler: handled.add,
      });
      const producer = kit.producer([older.type]);
      await producer.start();
      await producer.add(older.type, { cents: 'many' }, { jobId: 'bad' });
      await producer.add(older.type, { cents: 5 }, { jobId: 'good' });
      const worker = kit.runner([strict]);
      await worker.start();
      await until(() => expect(handled.ids).toEqual(['strict-good']));
      await until(async () =>
        expect(await worker.metric('tallyboard_job_failures_total', { job: 'strict' })).toBe(1),
      );
      // Schedules of other tests may still be in the queue.
      const failure = worker.lines.find(({ msg, jobId }) => msg === 'job failed' && jobId === 'strict-bad');
      expect(failure?.err?.message).toMatch(/bad data: data\/cents must be integer/);
    });

    it('is refused at the door when its data, its id or its name is wrong', async () => {
      const known = job({ name: 'known', data: Type.Object({ n: Type.Integer() }), handler: async () => {} });
      const unknown = job({ name: 'unknown', handler: async () => {} });
      const runner = kit.producer([known.type]);
      await runner.start();
      await expect(runner.add(known.type, { n: 'x' }, { jobId: 'a' })).rejects.toThrow(
        'data/n must be integer',
      );
      await expect(runner.add(known.type, { n: 1 }, { jobId: 'a:b' })).rejects.toThrow('bad id');
      await expect(runner.add(unknown.type, {}, { jobId: 'a' })).rejects.toThrow('knows no job');
    });
  });
}
