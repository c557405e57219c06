import { beforeEach, expect, test, vi } from 'vitest';
import { createFramePacer } from './frame-pacer.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => vi.useRealTimers();
});

const FRAME_MS = 16;

/** A browser that needs `cost` milliseconds for each drawing. */
function drawing(cost = 2) {
  const drawn: number[] = [];
  const beforeFrame = (work: () => void) => void setTimeout(work, FRAME_MS - (Date.now() % FRAME_MS));
  const draw = createFramePacer({ now: () => Date.now(), beforeFrame, later: setTimeout });
  const news = () =>
    draw(() => {
      drawn.push(Date.now());
      vi.setSystemTime(Date.now() + cost);
    });
  return { drawn, news };
}

test('news after a quiet moment is drawn with the next frame', () => {
  const { news, drawn } = drawing();
  news();
  vi.advanceTimersByTime(500);
  expect(drawn).toEqual([16]);
  news();
  const asked = Date.now();
  vi.advanceTimersByTime(FRAME_MS);
  expect(drawn).toHaveLength(2);
  expect((drawn[1] ?? 0) - asked).toBeLessThanOrEqual(FRAME_MS);
});

/** How many frames there are in ten seconds in which news never stops. */
function framesInTenSeconds(cost: number): number {
  let frames = 0;
  const beforeFrame = (work: () => void) => void setTimeout(work, FRAME_MS);
  const draw = createFramePacer({ now: () => Date.now(), beforeFrame, later: setTimeout });
  const next = () =>
    draw(() => {
      frames++;
      vi.advanceTimersByTime(0);
      vi.setSystemTime(Date.now() + cost);
      next();
    });
  next();
  while (Date.now() < 10_000) vi.advanceTimersByTime(1);
  return frames;
}

test('news in a crowd is drawn about ten times a second', () => {
  const frames = framesInTenSeconds(2);
  expect(frames).toBeGreaterThan(80);
  expect(frames).toBeLessThanOrEqual(100);
});

test('where drawing takes long there are fewer, but at least one a second', () => {
  const slow = framesInTenSeconds(60);
  expect((slow * 60) / 10_000).toBeLessThan(0.25);
  vi.setSystemTime(0);
  expect(framesInTenSeconds(600)).toBeGreaterThanOrEqual(6);
});
