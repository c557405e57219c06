import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSemaphore, QueueFullError } from './semaphore.ts';

describe('a semaphore', () => {
  it('runs no more tasks at once than its limit, and the others in order', async () => {
    const run = createSemaphore({ running: 2, waiting: 10 });
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const begun: number[] = [];
    const all = gates.map(({ promise }, index) =>
      run(async () => {
        begun.push(index);
        await promise;
      }),
    );
    await turn();
    expect(begun).toEqual([0, 1]);
    gates[1]?.resolve();
    await all[1];
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of gates) resolve();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('rejects a task when its queue is full, and takes tasks again afterwards', async () => {
    const run = createSemaphore({ running: 1, waiting: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const inside = [run(() => promise), run(() => promise)];
    await expect(run(() => promise)).rejects.toThrow(QueueFullError);
    resolve();
    await Promise.all(inside);
    expect(await run(async () => 'done')).toBe('done');
  });

  it('is free again after a task that failed', async () => {
    const run = createSemaphore({ running: 1, waiting: 0 });
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(run(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
