import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKeyedMutex, createSemaphore, QueueFullError } from './mutex.ts';

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

it('runs the tasks of one key one after the other, also after a failure', async () => {
  const inOrder = createKeyedMutex();
  const log: string[] = [];
  const task = (name: string, fails = false) =>
    inOrder('a', async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const results = await Promise.allSettled([task('one'), task('two', true), task('three')]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends', 'three starts', 'three ends']);
});

it('does not let tasks of different keys wait for each other', async () => {
  const inOrder = createKeyedMutex();
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = inOrder('a', () => promise);
  expect(await inOrder('b', async () => 'done')).toBe('done');
  resolve();
  await held;
});
