import { beforeEach, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { createSlowConsumers } from './live-socket.ts';

let time: SteppedTime;
beforeEach(() => {
  time = steppedTime();
});

type Viewer = { bytes: number };

function world() {
  const happened: string[] = [];
  const slowConsumers = createSlowConsumers<Viewer>({
    bytesOnTheWay: ({ bytes }) => bytes,
    caughtUp: (_, rooms) => void happened.push(`caught up in ${[...rooms].join(' and ')}`),
    cutOff: () => void happened.push('cut off'),
    scheduler: time.scheduler,
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
  await time.pass(5_000);
  expect(happened).toEqual([]);
  viewer.bytes = 0;
  await time.pass(1_000);
  expect(happened).toEqual(['caught up in board and news']);
  expect(slowConsumers.isWaiting(viewer)).toBe(false);
});

it('a slow viewer is disconnected after half a minute', async () => {
  const { slowConsumers, happened } = world();
  slowConsumers.leaveOut({ bytes: 500_000 }, 'board');
  await time.pass(29_000);
  expect(happened).toEqual([]);
  await time.pass(2_000);
  expect(happened).toEqual(['cut off']);
});

it('a slow viewer that has left is forgotten', async () => {
  const { slowConsumers, happened } = world();
  const viewer = { bytes: 500_000 };
  slowConsumers.leaveOut(viewer, 'board');
  slowConsumers.forget(viewer);
  await time.pass(60_000);
  expect(happened).toEqual([]);
});
