import { expect, it } from 'vitest';
import { createLogTail, type TailEvent } from './append-news.postgres.ts';

const at = (position: number, data = '{}'): TailEvent => ({
  id: String(position),
  stream: 's',
  revision: position,
  position,
  type: 'T',
  version: 1,
  data,
  metadata: '{"by":"test"}',
  recordedAt: '2026-01-01T00:00:00.000Z',
});
const positions = (events: readonly { position: number }[] | undefined) =>
  events?.map((event) => event.position);
const tailOf = (...all: number[]) => {
  const tail = createLogTail({ events: 10, bytes: 1000 });
  tail.add(all.map((position) => at(position)));
  return tail;
};

it('has the events after any position in its range, like a read', () => {
  const tail = tailOf(5, 6, 7);
  expect(positions(tail.after(4, 10))).toEqual([5, 6, 7]);
  expect(positions(tail.after(6, 10))).toEqual([7]);
  expect(positions(tail.after(4, 2))).toEqual([5, 6]);
  expect(tail.after(6, 1)).toEqual([{ ...at(7), data: {}, metadata: { by: 'test' } }]);
});

it('cannot answer for positions before or after its range', () => {
  const tail = tailOf(5, 6, 7);
  expect(tail.after(3, 10)).toBeUndefined();
  expect(tail.after(8, 10)).toBeUndefined();
  expect(tailOf().after(0, 10)).toBeUndefined();
});

it('knows that nothing follows its last event, until another process wrote behind it', () => {
  const tail = tailOf(5, 6, 7);
  expect(tail.after(7, 10)).toEqual([]);
  tail.hear(4);
  tail.hear(7);
  expect(tail.after(7, 10), 'heard of late').toEqual([]);
  tail.hear(8);
  tail.hear(5);
  expect(tail.after(7, 10)).toBeUndefined();
  expect(positions(tail.after(6, 10)), 'what it has').toEqual([7]);
  tail.add([at(9)]);
  expect(tail.after(9, 10)).toEqual([]);
  tail.clear();
  expect(tail.after(9, 10)).toBeUndefined();
});

it('starts again when another process wrote in between', () => {
  const tail = tailOf(5, 6, 8);
  expect(tail.after(5, 10)).toBeUndefined();
  expect(positions(tail.after(7, 10))).toEqual([8]);
});

it('keeps to its limits by dropping the oldest', () => {
  const tail = tailOf(...Array.from({ length: 12 }, (_, index) => index + 1));
  expect(tail.after(6, 100)).toBeUndefined();
  expect(positions(tail.after(7, 100))).toEqual([8, 9, 10, 11, 12]);
  tail.add([at(13, JSON.stringify('x'.repeat(2000)))]);
  expect(tail.after(12, 100)).toBeUndefined();
});

it('counts the bytes of what it keeps', () => {
  // Each event has 15 bytes of data and metadata.
  const filled = (bytes: number) => {
    const tail = createLogTail({ events: 4, bytes });
    tail.add([1, 2, 3, 4, 5].map((position) => at(position)));
    return tail;
  };
  expect(positions(filled(75).after(3, 100)), 'exactly at the limit').toEqual([4, 5]);
  const full = filled(80);
  full.add([at(6, 'x'.repeat(80 - 2 * 15 - 13 + 1))]);
  expect(full.after(5, 100), 'one byte too many').toBeUndefined();
});
