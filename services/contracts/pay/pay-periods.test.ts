import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { daysBefore } from '../local-date.ts';
import {
  canBegin,
  isAhead,
  isOver,
  PAY_RHYTHMS,
  type PayRhythm,
  PaySchedule,
  periodFrom,
  periodOf,
  periodsUntil,
  periodWith,
  presentPeriod,
  startsPeriod,
  withSchedule,
} from './pay-periods.ts';

const schedule = (rhythm: PayRhythm, firstDay: string) => ({ rhythm, firstDay, timeZone: 'America/Toronto' });

describe('the period with a date', () => {
  it.each([
    ['weekly', '2026-03-02', '2026-03-08', '2026-03-02', '2026-03-08'],
    ['weekly', '2026-03-02', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['every two weeks', '2026-03-02', '2026-03-16', '2026-03-16', '2026-03-29'],
    ['twice a month', '2026-02-01', '2026-02-15', '2026-02-01', '2026-02-15'],
    ['twice a month', '2026-02-01', '2026-02-16', '2026-02-16', '2026-02-28'],
    ['twice a month', '2026-02-20', '2026-03-04', '2026-02-20', '2026-03-04'],
    ['twice a month', '2026-02-20', '2026-03-05', '2026-03-05', '2026-03-19'],
    ['monthly', '2026-01-01', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-01-28', '2026-03-27', '2026-02-28', '2026-03-27'],
    ['monthly', '2026-01-28', '2026-01-01', '2025-12-28', '2026-01-27'],
  ] as const)('%s from %s: %s is in %s to %s', (rhythm, firstDay, date, from, to) => {
    expect(periodWith({ rhythm, firstDay }, date)).toEqual({ from, to });
  });

  it('is followed by the next one without a gap, from its first day on, in every rhythm', () => {
    const days = fc.integer({ min: 0, max: 3000 }).map((day) => daysBefore('2024-01-01', -day));
    fc.assert(
      fc.property(fc.constantFrom(...PAY_RHYTHMS), days, days, (rhythm, firstDay, date) => {
        fc.pre(canBegin(rhythm, firstDay));
        const { from, to } = periodWith({ rhythm, firstDay }, date);
        expect(from <= date && date <= to).toBe(true);
        expect(periodWith({ rhythm, firstDay }, daysBefore(to, -1)).from).toBe(daysBefore(to, -1));
        expect(periodWith({ rhythm, firstDay }, firstDay).from).toBe(firstDay);
      }),
    );
  });
});

it('a month begins on a day that every month has', () => {
  expect(canBegin('monthly', '2026-01-28')).toBe(true);
  expect(canBegin('monthly', '2026-01-29')).toBe(false);
  expect(canBegin('twice a month', '2026-01-13')).toBe(true);
  expect(canBegin('twice a month', '2026-01-14')).toBe(false);
  expect(canBegin('twice a month', '2026-01-15')).toBe(false);
  expect(canBegin('twice a month', '2026-01-16')).toBe(true);
  expect(canBegin('twice a month', '2026-01-28')).toBe(true);
  expect(canBegin('twice a month', '2026-01-29')).toBe(false);
  expect(canBegin('weekly', '2026-01-31')).toBe(true);
});

it('a schedule names its rhythm, its first day and its zone', () => {
  const weekly = schedule('weekly', '2026-02-02');
  expect(Value.Check(PaySchedule, weekly)).toBe(true);
  expect(Value.Check(PaySchedule, { ...weekly, rhythm: 'daily' })).toBe(false);
  for (const part of Object.keys(weekly))
    expect(Value.Check(PaySchedule, { ...weekly, [part]: undefined })).toBe(false);
});

const weeks = schedule('weekly', '2026-02-02');
const months = schedule('monthly', '2026-03-02');
const weeksThenMonths = [weeks, months];

describe('another schedule', () => {
  it('follows those that begin before it', () => {
    expect(withSchedule([], { before: null, after: weeks })).toEqual([weeks]);
    expect(withSchedule([weeks], { before: weeks, after: months })).toEqual(weeksThenMonths);
  });

  it('replaces those that would begin no earlier', () => {
    const sameDay = schedule('every two weeks', '2026-03-02');
    expect(withSchedule(weeksThenMonths, { before: months, after: sameDay })).toEqual([weeks, sameDay]);
    const earlier = schedule('every two weeks', '2026-02-16');
    expect(withSchedule(weeksThenMonths, { before: months, after: earlier })).toEqual([weeks, earlier]);
  });

  it('is the only one in place of a first that has not begun', () =>
    expect(withSchedule([weeks], { before: null, after: months })).toEqual([months]));
});

it('a first day is ahead until midnight on the clock of its schedule', () => {
  const tokyo = { ...schedule('weekly', '2026-02-02'), timeZone: 'Asia/Tokyo' };
  expect(isAhead(tokyo, '2026-02-01T14:59:59.999Z')).toBe(true);
  expect(isAhead(tokyo, '2026-02-01T15:00:00.000Z')).toBe(false);
});

describe('the periods of a company', () => {
  it('begin with its first schedule and go over to the next one', () => {
    expect(periodOf(weeksThenMonths, '2026-02-01')).toBeNull();
    expect(periodOf(weeksThenMonths, '2026-03-01')).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(periodOf(weeksThenMonths, '2026-03-02')).toEqual({ from: '2026-03-02', to: '2026-04-01' });
    expect(periodsUntil(weeksThenMonths, '2026-04-02').map(({ from }) => from)).toEqual([
      ...['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02', '2026-04-02'],
    ]);
    expect(periodsUntil([], '2026-04-02')).toEqual([]);
  });

  it('are named by their first day', () => {
    expect(periodFrom(weeksThenMonths, '2026-03-02')).toEqual({ from: '2026-03-02', to: '2026-04-01' });
    expect(periodFrom(weeksThenMonths, '2026-03-03')).toBeNull();
    expect(periodFrom(weeksThenMonths, '2026-01-26')).toBeNull();
    expect(periodFrom(weeksThenMonths, '2026-03-32')).toBeNull();
    expect(periodFrom(weeksThenMonths, 'toString')).toBeNull();
  });

  it('change at midnight of the company', () => {
    const first = { from: '2026-02-02', to: '2026-02-08' };
    expect(presentPeriod(weeksThenMonths, '2026-02-02T04:59:00Z')).toBeNull();
    expect(presentPeriod(weeksThenMonths, '2026-02-02T05:00:00Z')).toEqual(first);
    expect(isOver(weeksThenMonths, first, '2026-02-09T04:59:00Z')).toBe(false);
    expect(isOver(weeksThenMonths, first, '2026-02-09T05:00:00Z')).toBe(true);
  });

  it('go by the clock of the schedule that is in force', () => {
    const movesToTokyo = [weeks, { ...months, timeZone: 'Asia/Tokyo' }];
    const first = { from: '2026-02-02', to: '2026-02-08' };
    const whenTokyoHasMonday = '2026-02-08T20:00:00Z';
    expect(presentPeriod(movesToTokyo, whenTokyoHasMonday)).toEqual(first);
    expect(isOver(movesToTokyo, first, whenTokyoHasMonday)).toBe(false);
    const firstMonth = { from: '2026-03-02', to: '2026-04-01' };
    expect(presentPeriod(movesToTokyo, '2026-04-01T14:59:00Z')).toEqual(firstMonth);
    expect(isOver(movesToTokyo, firstMonth, '2026-04-01T14:59:00Z')).toBe(false);
    expect(isOver(movesToTokyo, firstMonth, '2026-04-01T15:00:00Z')).toBe(true);
  });

  it('are never over before the first schedule', () => {
    const before = { from: '2026-01-26', to: '2026-02-01' };
    expect(isOver(weeksThenMonths, before, '2026-03-01T12:00:00Z')).toBe(false);
  });
});

it.each([
  ['2026-03-02', true],
  ['2026-03-09', true],
  ['2026-03-10', false],
  ['2026-02-23', true],
  ['2026-02-24', false],
])('a period begins on %s: %s, also before the first schedule', (date, begins) => {
  expect(startsPeriod([schedule('weekly', '2026-03-02')], date)).toBe(begins);
  expect(startsPeriod([], date)).toBe(false);
});

it('a period of a later schedule begins by its own rhythm', () => {
  expect(startsPeriod(weeksThenMonths, '2026-04-02')).toBe(true);
  expect(startsPeriod(weeksThenMonths, '2026-03-09')).toBe(false);
});

it('a date after the year 9998 is in no period: it might end in a year of five digits', () => {
  const schedules = [{ rhythm: 'monthly', firstDay: '2026-03-01', timeZone: 'UTC' }] as const;
  expect(periodOf(schedules, '9998-12-31')).toEqual({ from: '9998-12-01', to: '9998-12-31' });
  expect(periodOf(schedules, '9999-01-01')).toBe(null);
  expect(startsPeriod(schedules, '9999-12-01')).toBe(false);
});
