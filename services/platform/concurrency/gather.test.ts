import { expect, it } from 'vitest';
import { gather } from './gather.ts';

/** A gatherer whose runs end when the test says so. */
function held(most = 10) {
  const runs: { readonly items: readonly number[]; end(): void }[] = [];
  const ask = gather(most, async (items: readonly number[]) => {
    await new Promise<void>((end) => runs.push({ items, end }));
    if (items.includes(13)) throw new Error('thirteen');
    return items.map((item) => item * 2);
  });
  const endNext = async () => {
    runs.shift()?.end();
    // The next run begins in the same turn.
    await new Promise(setImmediate);
  };
  return { ask, runs, endNext };
}

it('what comes during a run is one run after it', async () => {
  const { ask, runs, endNext } = held(3);
  const answers = [1, 2, 3, 4, 5].map(ask);
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  await endNext();
  expect(runs.map(({ items }) => items)).toEqual([[2, 3, 4]]);
  await endNext();
  expect(runs.map(({ items }) => items)).toEqual([[5]]);
  await endNext();
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
  const later = ask(6);
  expect(runs.map(({ items }) => items)).toEqual([[6]]);
  await endNext();
  expect(await later).toBe(12);
});

it('one that fails does not fail the others', async () => {
  const { ask, runs, endNext } = held();
  const answers = Promise.allSettled([1, 13, 3].map(ask));
  await endNext();
  await endNext();
  expect(runs.map(({ items }) => items)).toEqual([[13], [3]]);
  await endNext();
  await endNext();
  const [one, thirteen, three] = await answers;
  expect([one, three]).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: 6 },
  ]);
  expect(thirteen).toMatchObject({ status: 'rejected', reason: new Error('thirteen') });
});

it('a run waits for the rest after the one before it', async () => {
  const rests = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sizes: number[] = [];
  const runs: (readonly string[])[] = [];
  const work = async (items: readonly string[]) => {
    runs.push(items);
    return items;
  };
  const ask = gather(10, work, (size) => rests[sizes.push(size) - 1]?.promise);
  const first = [ask('a'), ask('b')];
  expect(await first[0]).toBe('a');
  await new Promise(setImmediate);
  expect([runs, sizes]).toEqual([[['a']], [1]]);
  const second = ask('c');
  rests[0]?.resolve();
  expect(await Promise.all([first[1], second])).toEqual(['b', 'c']);
  expect([runs, sizes]).toEqual([
    [['a'], ['b', 'c']],
    [1, 2],
  ]);
});
