import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBefore, isLocalDate } from '#contracts/local-date.ts';
import {
  addressOf,
  CALENDAR_PERIODS,
  datesOf,
  datesText,
  firstDayOfWeek,
  isCalendarPeriod,
  periodIn,
  type ReportPeriod,
} from './report-period.ts';

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 7;

const read = (search: string) => periodIn(new URLSearchParams(search));

/** The dates of a period of the calendar, as text. */
function dates(kind: string, today: string, firstDay = MONDAY): string {
  const found = datesOf(read(`period=${kind}`), today, firstDay);
  return found ? `${found.from} ${found.to}` : String(found);
}

describe('the dates of a period', () => {
  test('are one date for today', () => {
    expect(dates('today', '2026-11-23')).toBe('2026-11-23 2026-11-23');
  });

  test.each([
    ['2026-11-23', MONDAY, '2026-11-23 2026-11-29', '2026-11-09 2026-11-22'],
    ['2026-11-22', MONDAY, '2026-11-16 2026-11-22', '2026-11-02 2026-11-15'],
    ['2026-11-21', SUNDAY, '2026-11-15 2026-11-21', '2026-11-01 2026-11-14'],
    ['2026-11-22', SUNDAY, '2026-11-22 2026-11-28', '2026-11-08 2026-11-21'],
    ['2026-11-23', SATURDAY, '2026-11-21 2026-11-27', '2026-11-07 2026-11-20'],
    // Over New Year, and over 29 February.
    ['2026-01-01', MONDAY, '2025-12-29 2026-01-04', '2025-12-15 2025-12-28'],
    ['2027-01-04', MONDAY, '2027-01-04 2027-01-10', '2026-12-21 2027-01-03'],
    ['2026-12-31', SUNDAY, '2026-12-27 2027-01-02', '2026-12-13 2026-12-26'],
    ['2028-03-01', MONDAY, '2028-02-28 2028-03-05', '2028-02-14 2028-02-27'],
    ['2028-03-06', MONDAY, '2028-03-06 2028-03-12', '2028-02-21 2028-03-05'],
  ])('are whole weeks: %s, weeks from day %d', (today, firstDay, week, twoWeeks) => {
    expect(dates('this-week', today, firstDay)).toBe(week);
    expect(dates('last-two-weeks', today, firstDay)).toBe(twoWeeks);
  });

  test.each([
    ['2026-11-23', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31'],
    ['2026-01-31', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31'],
    ['2026-12-01', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30'],
    ['2026-02-28', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
    ['2028-02-29', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31'],
    ['2026-03-31', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['2028-03-31', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29'],
    ['2100-03-01', '2100-03-01 2100-03-31', '2100-02-01 2100-02-28'],
  ])('are whole months: %s', (today, month, lastMonth) => {
    expect(dates('this-month', today)).toBe(month);
    expect(dates('last-month', today)).toBe(lastMonth);
  });

  test('of a week begin on its first day and hold today, whatever the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 7 }), (day, firstDay) => {
        const today = daysBefore('2080-01-01', day);
        const [from = '', to = ''] = dates('this-week', today, firstDay).split(' ');
        expect(new Date(from).getUTCDay()).toBe(firstDay % 7);
        expect(daysBefore(to, 6)).toBe(from);
        expect(from <= today && today <= to).toBe(true);
        const [start = '', end = ''] = dates('this-month', today).split(' ');
        expect([start.slice(-2), start.slice(0, 7)]).toEqual(['01', today.slice(0, 7)]);
        expect([isLocalDate(end), end.slice(0, 7)]).toEqual([true, today.slice(0, 7)]);
        expect(daysBefore(end, -1).slice(-2)).toBe('01');
        expect(dates('last-month', daysBefore(end, -1))).toBe(`${start} ${end}`);
      }),
    );
  });

  test('are not known before today is, where they follow the calendar', () => {
    const of = (search: string) => datesOf(read(search), undefined, MONDAY);
    expect(of('period=this-week')).toBeUndefined();
    expect(of('')).toBeNull();
    expect(of('date=2028-02-29')).toEqual({ from: '2028-02-29', to: '2028-02-29' });
    expect(of('from=2026-11-09&to=2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-22' });
  });
});

describe('a period in the address', () => {
  test.each(['', 'period=all', 'date=&from=', 'sort=name'])('is all dates without one: %j', (search) => {
    expect(read(search)).toEqual({ kind: 'all' });
  });

  const periods: ReportPeriod[] = [
    { kind: 'all' },
    { kind: 'date', date: '2028-02-29' },
    { kind: 'from-to', from: '2026-11-09', to: '2026-11-22' },
    { kind: 'from-to', from: '2026-11-09', to: '2026-11-09' },
    { kind: 'from-to', from: '2026-11-09', to: '' },
    { kind: 'from-to', from: '', to: '2026-11-09' },
    ...Object.keys(CALENDAR_PERIODS)
      .filter(isCalendarPeriod)
      .map((kind) => ({ kind })),
  ];

  test.each(periods)('is read again: %j', (period) => {
    expect(periodIn(new URLSearchParams(addressOf(period)))).toEqual(period);
  });

  test.each([
    'date=2026-02-29',
    'date=2026-02-29&from=2026-11-09',
    'to=soon',
    'from=2026-11-31&to=2026-12-01',
    'from=2026-11-09&to=2026-11-08',
    'period=next-week',
    'period=toString',
    'period=from-to',
  ])('is wrong when it is none, and has no dates: %s', (search) => {
    expect(read(search)).toEqual({ kind: 'wrong' });
    expect(datesOf(read(search), '2026-11-23', MONDAY)).toBeUndefined();
  });
});

test.each([
  ['', 'of all dates'],
  ['date=2026-11-09', 'of Monday, November 9, 2026'],
  ['from=2026-11-09&to=2026-11-22', 'of Nov 9 – Nov 22, 2026'],
  ['from=2026-11-09', 'since Nov 9, 2026'],
  ['to=2026-11-22', 'until Nov 22, 2026'],
])('the dates of %j are written %j', (search, text) => {
  expect(datesText(datesOf(read(search), undefined, MONDAY) ?? null)).toBe(text);
});

test('a week begins as the locale says, on Monday where that is not known', () => {
  const language = 'en';
  expect(firstDayOfWeek({ language })).toBe(MONDAY);
  expect(firstDayOfWeek({ language, weekInfo: { firstDay: SUNDAY } })).toBe(SUNDAY);
  expect(firstDayOfWeek({ language, getWeekInfo: () => ({ firstDay: SATURDAY }) })).toBe(SATURDAY);
  const days = ['en-CA', 'fr-FR', 'ar-EG'].map((tag) => firstDayOfWeek(new Intl.Locale(tag)));
  expect(days).toEqual([SUNDAY, MONDAY, SATURDAY]);
});
