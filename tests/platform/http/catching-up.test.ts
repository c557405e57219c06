import { describe, expect, it } from 'vitest';
import { createReadYourWrites } from '#platform/http/read-your-writes.ts';
import { createReportedProgress } from '#projections/runner/progress.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';

/** Read models that stand at 10, over a log that ends at `head`. */
function readsOver(head: () => Promise<number>) {
  const time = steppedTime();
  const progress = createReportedProgress(10, time.scheduler);
  let asked = 0;
  const { catchUp } = createReadYourWrites({
    progress,
    head: () => {
      asked += 1;
      return head();
    },
    secure: false,
    scheduler: time.scheduler,
  });
  return { time, progress, catchUp, asked: () => asked };
}

/** Whether the call has answered, and what. */
function watched(call: Promise<boolean>) {
  const state: { answer?: boolean } = {};
  void call.then((answer) => {
    state.answer = answer;
  });
  return state;
}

describe('a wait for the read models', () => {
  it('ends as soon as they have reached the end of the log, however far behind it the position is', async () => {
    const { time, progress, catchUp } = readsOver(async () => 12);
    const call = watched(catchUp(999_999_999_999_999));
    await time.pass(1_000);
    expect(call.answer).toBeUndefined();
    progress.reach(12);
    await time.pass(0);
    expect(call.answer).toBe(true);
    const next = watched(catchUp(999_999_999_999_999));
    await time.pass(100);
    expect(next.answer).toBe(true);
  });

  it('asks the log nothing when they come within the usual time, and once for many waits', async () => {
    const { time, progress, catchUp, asked } = readsOver(async () => 20);
    const soon = watched(catchUp(11));
    await time.pass(50);
    progress.reach(11);
    await time.pass(500);
    expect([soon.answer, asked()]).toEqual([true, 0]);
    const late = [12, 13, 14].map((position) => watched(catchUp(position)));
    await time.pass(2_000);
    expect([late.map(({ answer }) => answer), asked()]).toEqual([[false, false, false], 1]);
  });

  it.each([
    ['answers nothing', () => new Promise<number>(() => {})],
    ['is away', () => Promise.reject(new Error('away'))],
  ])('takes two seconds, no longer, when the store %s', async (_, head) => {
    const { time, catchUp } = readsOver(head);
    const call = watched(catchUp(11));
    await time.pass(1_999);
    expect(call.answer).toBeUndefined();
    await time.pass(1);
    expect(call.answer).toBe(false);
  });
});
