import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlowConsumers } from './live-socket.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

type Viewer = { bytes: number };

function world() {
  const happened: string[] = [];
  const slowConsumers = createSlowConsumers<Viewer>({
    bytesOnTheWay: ({ bytes }) => bytes,
    caughtUp: (_, rooms) => void happened.push(`caught up in ${[...rooms].join(' and ')}`),
    cutOff: () => void happened.push('cut off'),
    now: () => performance.now(),
  });
  return { slowConsumers, happened };
}

it('a viewer is slow when more than the allowed bytes are pending', () => {
  const { slowConsumers } = world();
  expect([0, 256 * 1024, 256 * 1024 + 1].map((bytes) => slowConsumers.isBehind({ bytes }))).toEqual([
    false,
    false,
    true,
  ]);
});

it('a slow viewer that reads again gets what it missed, once and in every room', async () => {
  const { slowConsumers, happened } = world();
  const viewer = { bytes: 500_000 };
  slowConsumers.leaveOut(viewer, 'board');
  slowConsumers.leaveOut(viewer, 'news');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(happened).toEqual([]);
  viewer.bytes = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(happened).toEqual(['caught up in board and news']);
  expect(slowConsumers.isWaiting(viewer)).toBe(false);
});

it('a slow viewer is disconnected after half a minute', async () => {
  const { slowConsumers, happened } = world();
  slowConsumers.leaveOut({ bytes: 500_000 }, 'board');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(happened).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(happened).toEqual(['cut off']);
});

it('a slow viewer that has left is forgotten', async () => {
  const { slowConsumers, happened } = world();
  const viewer = { bytes: 500_000 };
  slowConsumers.leaveOut(viewer, 'board');
  slowConsumers.forget(viewer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(happened).toEqual([]);
});
