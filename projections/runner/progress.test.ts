import { expect, test } from 'vitest';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { createReportedProgress } from './progress.ts';

test('a wait ends when its position is reached, not before', async () => {
  const progress = createReportedProgress(0, steppedTime().scheduler);
  const order: string[] = [];
  const five = progress.waitFor(5, 10_000).then((reached) => order.push(`5 ${reached}`));
  const three = progress.waitFor(3, 10_000).then((reached) => order.push(`3 ${reached}`));
  progress.reach(3);
  await three;
  expect(order).toEqual(['3 true']);
  progress.reach(7);
  await five;
  expect(order).toEqual(['3 true', '5 true']);
  expect(progress.position()).toBe(7);
  expect(progress.isAwaited()).toBe(false);
});

test('a wait for a past position ends at once, and one for a missing position times out', async () => {
  const { scheduler, pass } = steppedTime();
  const progress = createReportedProgress(4, scheduler);
  expect(await progress.waitFor(4, 10_000)).toBe(true);
  const missing = progress.waitFor(5, 2_000);
  await pass(1_999);
  expect(progress.isAwaited()).toBe(true);
  await pass(1);
  expect(await missing).toBe(false);
  expect(progress.isAwaited()).toBe(false);
});
