import { describe, expect, test } from 'vitest';
import { dayScale, fromDateTimeField, toDateTimeField, wholeScale } from './time-scale.ts';

/** Noon in the zone of this machine. */
const noon = (day: number, hour = 12) => new Date(2026, 2, day, hour).toISOString();

describe('a day', () => {
  test('has a step every five minutes, from midnight to midnight', () => {
    const scale = dayScale(noon(12), noon(20));
    expect(scale.instantOf(0)).toBe(noon(12, 0));
    expect(scale.instantOf(scale.most)).toBe(noon(13, 0));
    expect(scale.instantOf(scale.stepOf(noon(12)) + 1)).toBe(new Date(2026, 2, 12, 12, 5).toISOString());
  });

  test('that is today ends now', () => {
    const now = new Date(2026, 2, 12, 14, 3).toISOString();
    const scale = dayScale(noon(12), now);
    expect(scale.instantOf(scale.most)).toBe(now);
    expect(scale.instantOf(scale.most + 9)).toBe(now);
  });
});

describe('a whole history', () => {
  test('has a step per day, at the current time of day', () => {
    const scale = wholeScale(noon(2, 9), noon(12, 14), noon(30));
    expect(scale.most).toBe(28);
    expect(scale.stepOf(noon(12, 14))).toBe(10);
    expect(scale.instantOf(11)).toBe(noon(13, 14));
  });

  test('never leaves the history', () => {
    const scale = wholeScale(noon(2, 9), noon(12, 8), noon(30, 7));
    expect(scale.instantOf(0)).toBe(noon(2, 9));
    expect(scale.instantOf(scale.most)).toBe(noon(30, 7));
    expect(scale.stepOf(noon(1))).toBe(0);
  });

  test('of a few days has a step per hour, one of years a step per week', () => {
    expect(wholeScale(noon(2), noon(2), noon(3)).most).toBe(24);
    const first = new Date(2022, 2, 1, 12).toISOString();
    const years = wholeScale(first, noon(12), noon(30));
    expect(years.most).toBe(Math.ceil(1490 / 7));
    const twoWeeksOn = new Date(2022, 2, 15, 12).toISOString();
    expect(years.instantOf(2)).toBe(twoWeeksOn);
  });

  test('that has not begun has a single step', () => {
    expect(wholeScale(noon(12), noon(12), noon(12)).most).toBe(0);
  });
});

test('a field for date and time holds the local time', () => {
  expect(toDateTimeField(noon(2, 9))).toBe('2026-03-02T09:00');
  expect(fromDateTimeField('2026-03-02T09:00')).toBe(noon(2, 9));
  expect(fromDateTimeField('')).toBeNull();
});
