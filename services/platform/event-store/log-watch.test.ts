import { expect, it } from 'vitest';
import { type EventPlace, EventStoreUnavailable } from './event-store.port.ts';
import { createLogWatch } from './log-watch.ts';

const at = (position: number, id = `of ${position}`): EventPlace => ({ position, id });

/** A server with a log of so many events, which a test replaces. */
function watched(events = 0) {
  const sentences: string[] = [];
  const server = {
    name: 'server A, timeline 1',
    log: Array.from({ length: events }, (_, index) => at(index)),
  };
  const watch = createLogWatch((sentence) => sentences.push(sentence));
  let asked: readonly EventPlace[] = [];
  const check = () =>
    watch.check(async (places) => {
      asked = places;
      const missing = places.find(({ position, id }) => server.log[position]?.id !== id);
      return { server: server.name, missing, newest: server.log.at(-1) };
    });
  return { watch, server, check, sentences, asked: () => asked.map(({ position }) => position) };
}

it('a log that grows, on a server that restarts, is the same one', async () => {
  const { watch, server, check, sentences, asked } = watched();
  await check();
  server.log.push(at(0), at(1));
  await check();
  watch.reconnected();
  server.log.push(at(2));
  watch.seen(at(2));
  watch.seen(at(0));
  watch.seen(undefined);
  await check();
  expect(asked()).toEqual([1, 2]);
  await check();
  expect(asked(), 'what was confirmed is not asked for again').toEqual([2]);
  expect(sentences).toEqual([]);
});

it.each([
  ['that ends before the last event seen', [at(0), at(1)]],
  ['that has another event in its place', [at(0), at(1), at(2, 'another')]],
  ['that has become longer with others', [at(0), at(1), at(2, 'another'), at(3, 'another')]],
])('a log %s is another one; it is said once, and nothing is done with it', async (_, log) => {
  const { server, check, sentences } = watched(3);
  await check();
  server.log = log;
  await expect(check()).rejects.toThrow(EventStoreUnavailable);
  await expect(check()).rejects.toThrow(EventStoreUnavailable);
  expect(sentences).toEqual([
    'The event log is another one: the event that was at position 2 is not there. ' +
      'This process ends; the next one reads that log.',
  ]);
});

it('a log on another server or timeline is another one, whatever it has', async () => {
  const { server, check, sentences } = watched(3);
  await check();
  server.name = 'server A, timeline 2';
  await expect(check()).rejects.toThrow(EventStoreUnavailable);
  expect(sentences[0]).toContain('it is on server A, timeline 2 and was on server A, timeline 1.');
});

it('events read on a new connection do not hide what was seen on the one before', async () => {
  const { watch, server, check, sentences } = watched(3);
  await check();
  watch.seen(at(3));
  watch.reconnected();
  server.log.push(at(3, 'another'), at(4, 'another'));
  watch.seen(at(4, 'another'));
  watch.reconnected();
  await expect(check()).rejects.toThrow(EventStoreUnavailable);
  expect(sentences[0]).toContain('position 3');
});

it('what is seen while a look is under way does not count for it', async () => {
  const { watch, server, check, sentences } = watched(3);
  const looking = check();
  server.log.push(at(3));
  watch.seen(at(3));
  await looking;
  await check();
  expect(sentences).toEqual([]);
});
