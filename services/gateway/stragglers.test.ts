import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStragglers } from './stragglers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

type Viewer = { bytes: number };

function world() {
  const happened: string[] = [];
  const stragglers = createStragglers<Viewer>({
    bytesOnTheWay: ({ bytes }) => bytes,
    caughtUp: (_, rooms) => void happened.push(`caught up in ${[...rooms].join(' and ')}`),
    cutOff: () => void happened.push('cut off'),
    now: () => performance.now(),
  });
  return { stragglers, happened };
}

it('a viewer is behind when more is on the way than it may have', () => {
  const { stragglers } = world();
  expect([0, 256 * 1024, 256 * 1024 + 1].map((bytes) => stragglers.isBehind({ bytes }))).toEqual([
    false,
    false,
    true,
  ]);
});

it('one that reads again is shown what it missed, in every room and once', async () => {
  const { stragglers, happened } = world();
  const viewer = { bytes: 500_000 };
  stragglers.leftOut(viewer, 'board');
  stragglers.leftOut(viewer, 'news');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(happened).toEqual([]);
  viewer.bytes = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(happened).toEqual(['caught up in board and news']);
  expect(stragglers.isWaiting(viewer)).toBe(false);
});

it('one that does not read for half a minute is cut off', async () => {
  const { stragglers, happened } = world();
  stragglers.leftOut({ bytes: 500_000 }, 'board');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(happened).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(happened).toEqual(['cut off']);
});

it('one that has left is forgotten', async () => {
  const { stragglers, happened } = world();
  const viewer = { bytes: 500_000 };
  stragglers.leftOut(viewer, 'board');
  stragglers.forget(viewer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(happened).toEqual([]);
});
