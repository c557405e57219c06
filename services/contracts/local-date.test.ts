import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBefore, isLocalDate, isTimeZone, localDate } from './local-date.ts';

const zones = ['UTC', 'America/Toronto', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Pacific/Apia'];

describe('the local date of an instant', () => {
  it.each([
    ['2026-11-21T04:59:59.999Z', 'America/Toronto', '2026-11-20'],
    ['2026-11-21T05:00:00.000Z', 'America/Toronto', '2026-11-21'],
    ['2026-11-20T18:14:59.999Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21'],
    // Samoa skipped this day.
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('at %s in %s is %s', (instant, zone, date) => {
    expect(localDate(instant, zone)).toBe(date);
  });

  it('does not depend on earlier questions', () => {
    const from = Date.UTC(1980, 0, 1);
    const to = Date.UTC(2050, 0, 1);
    const asked = fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 120_000 }));
    fc.assert(
      fc.property(asked, fc.constantFrom(...zones), ([first, later], zone) => {
        for (const at of [first, first + later, first - later]) {
          const plain = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
          expect(localDate(new Date(at).toISOString(), zone)).toBe(plain);
        }
      }),
      { seed: 20_261_121 },
    );
  });

  it('throws for an invalid instant or zone', () => {
    expect(() => localDate('never', 'UTC')).toThrow(RangeError);
    expect(() => localDate('2026-01-01T00:00:00Z', 'Mars/Olympus')).toThrow(RangeError);
  });
});

it('days before a date are dates, also over the end of a month', () => {
  expect(daysBefore('2026-03-02', 6)).toBe('2026-02-24');
  expect(daysBefore('2026-03-02', 0)).toBe('2026-03-02');
});

describe('a local date', () => {
  it.each(['2026-11-21', '2024-02-29'])('may be %s', (date) => {
    expect(isLocalDate(date)).toBe(true);
  });

  it.each(['', '2026', '2026-11', '2026-02-29', '2026-2-9', 'x2026-11-21', '2026-11-21T10', '2026-13-01'])(
    'is not %j',
    (text) => {
      expect(isLocalDate(text)).toBe(false);
    },
  );
});

describe('a time zone', () => {
  it.each([...zones, 'america/sao_paulo', 'EST', 'EST5EDT', 'Etc/GMT+12', '+05:45'])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', ' UTC', 'Mars/Olympus', '../UTC', '+24:00', '\u221203:00', 'UTC\u0000', 'BST', 'ist'])(
    'is not %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
