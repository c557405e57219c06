import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, localDate } from '#contracts/local-date.ts';
import { endOfLocalDay, instantOnClock } from './calendar.ts';

/** Expected instants worked out by hand from the tz database's rules for those years. */
const changes: readonly [zone: string, what: string, date: string, end: string][] = [
  ['America/New_York', 'the day before spring forward', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', 'the day of spring forward (23 h)', '2026-03-08', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', 'the day of fall back (25 h)', '2026-11-01', '2026-11-02T05:00:00.000Z'],
  ['Europe/Berlin', 'the day of spring forward', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', 'the day of fall back', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['Australia/Lord_Howe', 'a change of half an hour, spring', '2026-10-04', '2026-10-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', 'a change of half an hour, autumn', '2026-04-05', '2026-04-05T13:30:00.000Z'],
  ['Africa/Cairo', 'no midnight: 00:00 becomes 01:00', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ['Africa/Cairo', '24:00 becomes 23:00 once more', '2026-10-29', '2026-10-29T22:00:00.000Z'],
  ['Asia/Beirut', 'no midnight: 00:00 becomes 01:00', '2026-03-28', '2026-03-28T22:00:00.000Z'],
  ['Asia/Beirut', '24:00 becomes 23:00 once more', '2026-10-24', '2026-10-24T22:00:00.000Z'],
  ['America/Havana', 'no midnight: 00:00 becomes 01:00', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', 'two midnights: the first ends the day', '2026-10-31', '2026-11-01T04:00:00.000Z'],
  ['America/Sao_Paulo', 'no midnight, when it still had DST', '2018-11-03', '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '24:00 becomes 23:00 once more', '2018-02-17', '2018-02-18T03:00:00.000Z'],
  ['Asia/Kolkata', 'no DST, half an hour off', '2026-03-29', '2026-03-29T18:30:00.000Z'],
  ['Pacific/Kiritimati', 'fourteen hours ahead', '2026-01-31', '2026-01-31T10:00:00.000Z'],
  ['Pacific/Apia', 'the next date does not exist', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ['America/Toronto', 'there is no year of five digits', '9999-12-31', '9999-12-31T23:59:59.999Z'],
  ['Asia/Tokyo', 'the last date, where it is over earlier', '9999-12-31', '9999-12-31T15:00:00.000Z'],
];

describe('a time of a local day', () => {
  it.each([
    ['America/Toronto', '2026-06-10', '09:05', '2026-06-10T13:05:00.000Z'],
    ['Asia/Kathmandu', '2026-06-10', '00:00', '2026-06-09T18:15:00.000Z'],
    // Skipped by spring forward: an hour later.
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    // Shown twice by fall back: the first.
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, date, time, instant) => {
    expect(instantOnClock(date, time, zone)).toBe(instant);
  });

  it('has a zone, a date and a time that exist', () => {
    expect(() => instantOnClock('2026-02-29', '09:00', 'UTC')).toThrow(RangeError);
    expect(() => instantOnClock('2026-02-28', '24:01', 'UTC')).toThrow(RangeError);
    expect(() => instantOnClock('2026-02-28', '09:00', 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('the end of a local day', () => {
  it.each(changes)('%s, %s: %s ends at %s', (zone, _what, date, end) => {
    expect(endOfLocalDay(date, zone)).toBe(end);
  });

  it('is the first instant of the next date, and a millisecond earlier the date is not over', () => {
    const zones = [...new Set(changes.map(([zone]) => zone)), 'UTC', 'America/Los_Angeles', 'America/Nuuk'];
    const days = fc
      .integer({ min: Date.parse('2015-01-01') / 86_400_000, max: Date.parse('2035-12-31') / 86_400_000 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (zone, date) => {
        const end = endOfLocalDay(date, zone);
        expect(localDate(end, zone) > date).toBe(true);
        expect(localDate(new Date(Date.parse(end) - 1).toISOString(), zone)).toBe(date);
      }),
      { seed: 2026, numRuns: 2000 },
    );
  });

  it('is known in every zone that a sign-in may name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const abbreviations = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const named = [
      ...Intl.supportedValuesOf('timeZone'),
      'US/Eastern',
      'europe/berlin',
      'Etc/GMT+5',
      '+05:30',
    ];
    const zones = [...named, ...abbreviations].filter(isTimeZone);
    expect(zones).toEqual(expect.arrayContaining([...named, 'EST', 'CET', 'UTC']));
    for (const zone of zones) expect(localDate(endOfLocalDay('2026-03-28', zone), zone)).toBe('2026-03-29');
  });

  it('refuses an unknown zone or an invalid date', () => {
    expect(() => endOfLocalDay('2026-03-01', 'Mars/Olympus')).toThrow(RangeError);
    expect(() => endOfLocalDay('2026-02-30', 'UTC')).toThrow(RangeError);
  });
});
