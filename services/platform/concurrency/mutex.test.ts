import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairSemaphore, createKeyedMutex, createSemaphore, QueueFullError } from './mutex.ts';

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

it('rejects a task of a key of which too many wait', async () => {
  const inOrder = createKeyedMutex({ waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const inside = [inOrder('a', () => promise), inOrder('a', () => promise)];
  await expect(inOrder('a', () => promise)).rejects.toThrow(QueueFullError);
  expect(await inOrder('b', async () => 'done')).toBe('done');
  resolve();
  await Promise.all(inside);
  expect(await inOrder('a', async () => 'done')).toBe('done');
});

describe('a fair semaphore', () => {
  const LIMITS = { running: 1, waitingOfKey: 3, waiting: 5 };

  it('gives the next place to each key in its turn', async () => {
    const run = createFairSemaphore(LIMITS);
    const begun: string[] = [];
    const task = (name: string) => async () => void begun.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = [run('a', () => promise)];
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) all.push(run(name.charAt(0), task(name)));
    resolve();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('lets a key take no more places to wait than its own', async () => {
    const run = createFairSemaphore(LIMITS);
    const { promise, resolve } = Promise.withResolvers<void>();
    const inside = ['a', 'a', 'a', 'a', 'b', 'c'].map((key) => run(key, () => promise));
    await expect(run('a', () => promise)).rejects.toThrow(QueueFullError);
    await expect(
      run('d', () => promise),
      'six of all',
    ).rejects.toThrow(QueueFullError);
    resolve();
    await Promise.all(inside);
    expect(await run('a', async () => 'done')).toBe('done');
  });

  it('runs as many at once as it has places, also after one that failed', async () => {
    const run = createFairSemaphore({ ...LIMITS, running: 2 });
    await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const begun: number[] = [];
    const all = gates.map(({ promise }, index) =>
      run('a', async () => {
        begun.push(index);
        await promise;
      }),
    );
    await turn();
    expect(begun).toEqual([0, 1]);
    for (const { resolve } of gates) resolve();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2]);
  });
});
