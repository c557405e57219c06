import { beforeEach, expect, test, vi } from 'vitest';
import { createPictures } from './pictures.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => vi.useRealTimers();
});

const FRAME_MS = 16;

/** A browser that needs `cost` milliseconds for a picture. */
function drawing(cost = 2) {
  const drawn: number[] = [];
  const beforeFrame = (work: () => void) => void setTimeout(work, FRAME_MS - (Date.now() % FRAME_MS));
  const draw = createPictures({ now: () => Date.now(), beforeFrame, later: setTimeout });
  const news = () =>
    draw(() => {
      drawn.push(Date.now());
      vi.setSystemTime(Date.now() + cost);
    });
  return { drawn, news };
}

test('news after a quiet moment is in the next picture', () => {
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

/** How many pictures there are in ten seconds in which news never stops. */
function picturesInTenSeconds(cost: number): number {
  let pictures = 0;
  const beforeFrame = (work: () => void) => void setTimeout(work, FRAME_MS);
  const draw = createPictures({ now: () => Date.now(), beforeFrame, later: setTimeout });
  const next = () =>
    draw(() => {
      pictures++;
      vi.advanceTimersByTime(0);
      vi.setSystemTime(Date.now() + cost);
      next();
    });
  next();
  while (Date.now() < 10_000) vi.advanceTimersByTime(1);
  return pictures;
}

test('news in a crowd is drawn about ten times a second', () => {
  const pictures = picturesInTenSeconds(2);
  expect(pictures).toBeGreaterThan(80);
  expect(pictures).toBeLessThanOrEqual(100);
});

test('where a picture takes long there are fewer, but one a second at least', () => {
  const slow = picturesInTenSeconds(60);
  expect((slow * 60) / 10_000).toBeLessThan(0.25);
  vi.setSystemTime(0);
  expect(picturesInTenSeconds(600)).toBeGreaterThanOrEqual(6);
});
