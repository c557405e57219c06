import { expect, it } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createMessageLimit, createPlaces } from './client-limits.ts';

it('the 241st message of a minute is one too many, and the next minute begins anew', async () => {
  const { scheduler, pass } = steppedTime();
  const isOneTooMany = createMessageLimit(scheduler);
  const send = (messages: number) => Array.from({ length: messages }, isOneTooMany);
  expect(send(240)).not.toContain(true);
  await pass(59_999);
  expect(send(2)).toEqual([true, true]);
  await pass(1);
  expect(send(240)).not.toContain(true);
  expect(send(1)).toEqual([true]);
});

it('a session has its own places, and gets one back', () => {
  const places = createPlaces(2);
  const leave = places.take('a');
  places.take('a');
  places.take('b');
  expect(['a', 'b', 'c'].map(places.isFull)).toEqual([true, false, false]);
  leave();
  expect(places.isFull('a')).toBe(false);
});
