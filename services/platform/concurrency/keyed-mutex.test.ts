import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

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
