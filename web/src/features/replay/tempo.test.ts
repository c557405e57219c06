import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aMoment, aReplay } from '../../testing/replays.ts';
import { createTempo, REPLAY_MS } from './tempo.ts';

test('a day lasts a minute, however many events it has', () => {
  const { instantAt, playAt, plays } = createTempo(aReplay());
  expect(new Date(instantAt(0)).toISOString()).toBe('2026-03-02T12:59:00.000Z');
  expect(new Date(instantAt(REPLAY_MS)).toISOString()).toBe('2026-03-03T00:00:00.000Z');
  expect(playAt(Date.parse('2026-03-03T00:00:00.000Z'))).toBeCloseTo(REPLAY_MS);
  expect(plays).toHaveLength(5);
  expect(plays[0]).toBe(plays[1]);
});

test('the first five minutes of a pause count in full, the rest up to two hours a fifteenth', () => {
  const { plays } = createTempo(aReplay());
  const [start = 0, , half = 0, two = 0] = plays;
  // Half an hour each: the same.
  expect(two - half).toBeCloseTo(half - start);
  const busy = createTempo(aReplay({ moments: [aMoment(), aMoment({ at: '2026-03-02T13:05:00.000Z' })] }));
  const [one = 0, other = 0] = busy.plays;
  // One minute before the first moment and five between the two: all six count in full.
  expect((other - one) / one).toBeCloseTo(5);
});

test('a correction a month later takes only a part of the minute', () => {
  const moments = [...aReplay().moments, aMoment({ at: '2026-04-02T13:00:00.000Z', position: 9 })];
  const { plays } = createTempo(aReplay({ moments, end: '2026-04-02T14:00:00.000Z' }));
  expect((plays[5] ?? 0) - (plays[4] ?? 0)).toBeLessThan(REPLAY_MS * 0.8);
  expect(plays[4]).toBeGreaterThan(REPLAY_MS * 0.1);
});

describe('on random days', () => {
  const days = fc
    .array(fc.nat({ max: 20_000_000 }), { minLength: 1, maxLength: 50 })
    .map((offsets) => offsets.toSorted((a, b) => a - b))
    .map((offsets) => {
      const at = (offset: number) => new Date(Date.parse('2026-03-02T13:00:00Z') + offset).toISOString();
      const moments = offsets.map((offset, index) => aMoment({ at: at(offset), position: index }));
      return aReplay({ moments, end: at(30_000_000) });
    });

  test('the clock only advances, passes every moment and never jumps', () => {
    fc.assert(
      fc.property(days, (replay) => {
        const { instantAt, plays } = createTempo(replay);
        const step = 100;
        const whole = instantAt(REPLAY_MS) - instantAt(0);
        for (let play = 0; play < REPLAY_MS; play += step) {
          const passed = instantAt(play + step) - instantAt(play);
          expect(passed).toBeGreaterThanOrEqual(0);
          // No faster than 15 times the mean, which a pause may reach.
          expect(passed).toBeLessThanOrEqual((whole * step * 15) / REPLAY_MS + 1);
        }
        // Not even a fraction of a millisecond before: the clock is never before an event on the board.
        const passed = plays.map((play) => instantAt(play));
        expect(passed).toEqual(replay.moments.map(({ at }) => Date.parse(at)));
      }),
      { numRuns: 30 },
    );
  });
});

test('the first and the last moment are included, with some time before and after them', () => {
  const { plays } = createTempo(aReplay());
  expect(plays[0]).toBeGreaterThan(0);
  expect(plays.at(-1)).toBeLessThan(REPLAY_MS);
});
