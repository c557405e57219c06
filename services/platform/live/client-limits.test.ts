import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createDoor, createMessageLimit, createPlaces } from './client-limits.ts';

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

it('a network that knocks too often hears a second later that there is no place', async () => {
  const { scheduler, pass, resting } = steppedTime();
  const door = createDoor({
    ...{
      authenticate: async () => null,
      sessionToken: () => null,
      addressOf: () => '203.0.113.7',
      scheduler,
    },
  });
  const request = { headers: {}, socket: new EventEmitter().setMaxListeners(100) };
  const answers: boolean[] = [];
  const knock = () => door(request as unknown as IncomingMessage).then((isOpen) => answers.push(isOpen));
  const knocked = Array.from({ length: 50 + 20 + 5 }, knock);
  await pass(0);
  expect(answers.filter((isOpen) => isOpen)).toHaveLength(50);
  expect([answers.length, resting()]).toEqual([70, 5]);
  await pass(999);
  expect(answers).toHaveLength(70);
  await pass(1);
  await Promise.all(knocked);
  expect(answers.filter((isOpen) => !isOpen)).toHaveLength(25);
});
