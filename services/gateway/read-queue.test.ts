import { describe, expect, it } from 'vitest';
import { createReadQueue } from './read-queue.ts';

/** A queue whose news is due after 10 ms, with an interval of 100 ms; `at` sets the time. */
function queueAt(start: number) {
  let now = start;
  let coalesced = 0;
  const queue = createReadQueue({
    ...{ delayMs: 10, intervalMs: 100, now: () => now },
    coalesced: () => {
      coalesced += 1;
    },
  });
  return {
    queue,
    coalesced: () => coalesced,
    at(time: number) {
      now = time;
      return queue;
    },
  };
}

describe('the rows that a channel has to read', () => {
  it('are due after the delay of the first of them, however many follow', () => {
    const { at } = queueAt(0);
    for (let time = 0; time < 10; time += 1) at(time).note(`row ${time}`);
    expect(at(9).dueAt()).toBe(10);
  });

  it('are due an interval after the last push if one of them was pushed within it', () => {
    const { at } = queueAt(0);
    at(0).pushed(['ada']);
    at(30).note('bob');
    at(31).note('ada');
    expect(at(31).dueAt()).toBe(100);
  });

  it('are due at once again after the end of a burst', () => {
    const { at } = queueAt(0);
    at(0).pushed(['ada']);
    at(31).note('ada');
    at(100).take();
    at(101).note('bob');
    expect(at(101).dueAt()).toBe(111);
  });

  it('are read again an interval after the first commit of a preview, however many follow', () => {
    const { at } = queueAt(0);
    for (let time = 0; time < 100; time += 20) at(time).confirm(`row ${time}`);
    expect(at(99).dueAt()).toBe(100);
  });

  it('are handed over once, and are new unless all of them were previews', () => {
    const { at } = queueAt(0);
    at(0).confirm('ada');
    expect(at(0).take()).toEqual({ keys: ['ada'], isNew: false });
    at(0).confirm('ada');
    at(0).note('bob');
    expect(at(0).take()).toEqual({ keys: ['bob', 'ada'], isNew: true });
    expect(at(0).take()).toEqual({ keys: [], isNew: false });
    expect(at(0).dueAt()).toBe(Number.POSITIVE_INFINITY);
  });

  it('are counted as coalesced when they change again before they are read', () => {
    const { at, coalesced } = queueAt(0);
    for (const key of ['ada', 'bob', 'ada', 'ada']) at(0).note(key);
    expect(coalesced()).toBe(2);
  });

  it('let no preview overtake them', () => {
    const { at } = queueAt(0);
    expect(at(0).isCalm(['bob'])).toBe(true);
    at(0).note('ada');
    expect(at(0).isCalm(['bob'])).toBe(false);
  });
});
