import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAppendCombiner } from './appender.postgres.ts';

type Sent = { readonly names: readonly string[]; readonly done: () => void };

/** Appends are named `stream:what`; a batch stays in progress until the test calls its `done`. */
function combiner(limits: { batches?: number; events?: number; bytes?: number } = {}) {
  const sent: Sent[] = [];
  const combining = createAppendCombiner(
    (batch: readonly ReturnType<typeof append>[]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      sent.push({ names: batch.map(({ name }) => name), done: resolve });
      return promise;
    },
    { batches: 1, events: 100, bytes: 1000, ...limits },
  );
  const add = (...named: string[]) => {
    for (const name of named) combining.add(append(name));
  };
  return { sent, add, drained: combining.drained };
}

function append(name: string) {
  const [stream = '', , events = '1', bytes = '10'] = name.split(':');
  const ignore = () => {};
  return { name, stream, events: Number(events), bytes: Number(bytes), resolve: ignore, reject: ignore };
}

const names = (sent: readonly Sent[]) => sent.map((batch) => batch.names);

it('sends at once when idle, together with others of the same turn', async () => {
  const { sent, add } = combiner();
  add('a:1', 'b:1');
  await turn();
  expect(names(sent)).toEqual([['a:1', 'b:1']]);
});

it('collects appends while a batch is in progress', async () => {
  const { sent, add } = combiner();
  add('a:1');
  await turn();
  add('b:1');
  await turn();
  add('c:1');
  await turn();
  expect(names(sent)).toEqual([['a:1']]);
  sent[0]?.done();
  await turn();
  await turn();
  expect(names(sent)).toEqual([['a:1'], ['b:1', 'c:1']]);
});

it('keeps appends of one stream in order and in separate batches', async () => {
  const { sent, add } = combiner();
  add('a:1', 'a:2', 'b:1', 'a:3');
  for (let batch = 0; batch < 3; batch++) {
    await turn();
    await turn();
    sent[batch]?.done();
  }
  expect(names(sent)).toEqual([['a:1', 'b:1'], ['a:2'], ['a:3']]);
});

it('holds an append of a stream that is in progress in another batch', async () => {
  const { sent, add } = combiner({ batches: 2 });
  add('a:1');
  await turn();
  add('a:2', 'b:1');
  await turn();
  expect(names(sent)).toEqual([['a:1'], ['b:1']]);
  sent[0]?.done();
  await turn();
  await turn();
  expect(names(sent)).toEqual([['a:1'], ['b:1'], ['a:2']]);
});

it.each([
  ['events', { events: 3 }, ['a::2', 'b::1', 'c::1'], [['a::2', 'b::1'], ['c::1']]],
  ['bytes', { bytes: 50 }, ['a::1:30', 'b::1:30', 'c::1:10'], [['a::1:30'], ['b::1:30', 'c::1:10']]],
  [
    'bytes, which it may have',
    { bytes: 50 },
    ['a::1:20', 'b::1:30', 'c::1:1'],
    [['a::1:20', 'b::1:30'], ['c::1:1']],
  ],
  ['one that is too large alone', { bytes: 50 }, ['a::1:90', 'b::1:10'], [['a::1:90'], ['b::1:10']]],
])('limits a batch by %s', async (_, limits, appends, batches) => {
  const { sent, add } = combiner(limits);
  add(...appends);
  await turn();
  sent[0]?.done();
  await turn();
  await turn();
  expect(names(sent)).toEqual(batches);
});

it('is drained when nothing waits and nothing is in progress', async () => {
  const { sent, add, drained } = combiner();
  await drained();
  add('a:1', 'a:2');
  let isDrained = false;
  const draining = drained().then(() => {
    isDrained = true;
  });
  await turn();
  sent[0]?.done();
  await turn();
  await turn();
  expect(isDrained).toBe(false);
  sent[1]?.done();
  await draining;
});

it('takes an append of each company in turn, however many of one company wait', {
  tags: ['reliability-45'],
}, async () => {
  const { sent, add } = combiner();
  add('sale-a_0:0');
  await turn();
  add(
    ...[1, 2, 3, 4].map((nth) => `sale-a_${nth}:1:60`),
    'sale-b_1:1:30',
    'structure-c:1:10',
    'sale-b_2:1:30',
  );
  for (let batch = 0; batch < 5; batch++) {
    sent[batch]?.done();
    await turn();
    await turn();
  }
  expect(names(sent).slice(1)).toEqual([
    ['sale-a_1:1:60', 'sale-b_1:1:30', 'structure-c:1:10'],
    ['sale-a_2:1:60', 'sale-b_2:1:30'],
    ['sale-a_3:1:60'],
    ['sale-a_4:1:60'],
  ]);
});
