import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('work on one thing goes one after the other, also past a failure', async () => {
  const turns = createTurns();
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    turns('a', async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const results = await Promise.allSettled([work('one'), work('two', true), work('three')]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends', 'three starts', 'three ends']);
});

it('work on different things does not wait', async () => {
  const turns = createTurns();
  let release = () => {};
  const held = turns(
    'a',
    () =>
      new Promise<void>((done) => {
        release = done;
      }),
  );
  expect(await turns('b', async () => 'done')).toBe('done');
  release();
  await held;
});
