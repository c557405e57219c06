import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('doubles its pauses up to the last one, and begins again after progress', async () => {
  const backoff = createBackoff({ firstMs: 1, lastMs: 4 });
  const pauses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    pauses.push(backoff.nextMs);
    await backoff.pause();
  }
  expect(pauses).toEqual([1, 2, 4, 4]);
  backoff.reset();
  expect(backoff.nextMs).toBe(1);
});

it('ends a pause when its signal aborts', async () => {
  const stop = new AbortController();
  const pause = createBackoff({ firstMs: 600_000, signal: stop.signal }).pause();
  stop.abort();
  await pause;
});
