import { type Static, Type } from 'typebox';
import { DAY_MS, daysBefore, isLocalDate, type LocalDate, localDate } from '../local-date.ts';

export const PAY_RHYTHMS = ['weekly', 'every two weeks', 'twice a month', 'monthly'] as const;
export type PayRhythm = (typeof PAY_RHYTHMS)[number];

/** How often a company pays, from its first day on. */
export const PaySchedule = Type.Object({
  rhythm: Type.Enum([...PAY_RHYTHMS]),
  /** Local date on which a period begins: the first under this schedule. */
  firstDay: Type.String(),
  /** IANA zone: a period is over at its midnight. */
  timeZone: Type.String(),
});
export type PaySchedule = Static<typeof PaySchedule>;

/** Local dates, both inclusive. `from` names the period: no two of a company begin on one date. */
export type PayPeriod = { readonly from: LocalDate; readonly to: LocalDate };

const HALF_MONTH = 15;

/**
 * False for a day that not every month has: a month begins on day 1 to 28, the first half of one on 1 to 13 and the
 * second fifteen days later, on 16 to 28.
 */
export function canBegin(rhythm: PayRhythm, firstDay: LocalDate): boolean {
  const day = dayOf(firstDay);
  if (rhythm === 'monthly') return day <= 28;
  if (rhythm === 'twice a month') return day <= 28 && day !== 14 && day !== 15;
  return true;
}

/** The period with this date, as if the schedule had always been in force. */
export function periodWith({ rhythm, firstDay }: Omit<PaySchedule, 'timeZone'>, date: LocalDate): PayPeriod {
  if (rhythm === 'weekly' || rhythm === 'every two weeks') {
    const length = rhythm === 'weekly' ? 7 : 14;
    const from = daysBefore(firstDay, -Math.floor(daysBetween(firstDay, date) / length) * length);
    return { from, to: daysBefore(from, 1 - length) };
  }
  const starts = startsOfMonth(rhythm, dayOf(firstDay));
  const near = [-1, 0, 1].flatMap((months) => starts.map((day) => dayOfMonth(date, months, day)));
  const from = near.findLast((start) => start <= date) as LocalDate;
  const next = near.find((start) => start > date) as LocalDate;
  return { from, to: daysBefore(next, 1) };
}

/** The schedules of a company, oldest first; each begins on the day after a period of the one before. */
export type PaySchedules = readonly PaySchedule[];

/**
 * The schedules when another is set: one that would begin no earlier is replaced. Without one before it the other is the
 * first, also in place of a first one that has not begun.
 */
export function withSchedule(
  schedules: PaySchedules,
  { before, after }: { readonly before: PaySchedule | null; readonly after: PaySchedule },
): PaySchedule[] {
  const earlier = before ? schedules.filter(({ firstDay }) => firstDay < after.firstDay) : [];
  return [...earlier, after];
}

/** Whether a moment (UTC ISO-8601) is before the first day of a schedule, on its clock. */
export function isAhead({ firstDay, timeZone }: PaySchedule, now: string): boolean {
  return localDate(now, timeZone) < firstDay;
}

/** A later period might end in a year of five digits. */
const LAST_DATE = '9998-12-31';

/** The period of a company with this date; null before its first schedule begins, and for dates after the year 9998. */
export function periodOf(schedules: PaySchedules, date: LocalDate): PayPeriod | null {
  if (date > LAST_DATE) return null;
  const schedule = schedules.findLast(({ firstDay }) => firstDay <= date);
  return schedule ? periodWith(schedule, date) : null;
}

/** The period that begins on this date; null when none does, or when it is no date. */
export function periodFrom(schedules: PaySchedules, from: string): PayPeriod | null {
  if (!isLocalDate(from)) return null;
  const period = periodOf(schedules, from);
  return period?.from === from ? period : null;
}

/** Whether a period begins on this date, also one of the first rhythm before the first schedule, as imported ones do. */
export function startsPeriod(schedules: PaySchedules, date: LocalDate): boolean {
  const [first] = schedules;
  if (first && date < first.firstDay) return periodWith(first, date).from === date;
  return periodFrom(schedules, date) !== null;
}

/** The periods from the first one to that with `date`, oldest first. */
export function periodsUntil(schedules: PaySchedules, date: LocalDate): PayPeriod[] {
  const periods: PayPeriod[] = [];
  for (let day = schedules[0]?.firstDay ?? date; day <= date; ) {
    const period = periodOf(schedules, day);
    if (!period) break;
    periods.push(period);
    day = daysBefore(period.to, -1);
  }
  return periods;
}

/** The present period, by the clock of the company; null before the first one. `now`: UTC ISO-8601. */
export function presentPeriod(schedules: PaySchedules, now: string): PayPeriod | null {
  // Near a change of zones the new zone may not be in force yet, and either answer is right.
  const { timeZone } = schedules.findLast((each) => each.firstDay <= localDate(now, each.timeZone)) ?? {};
  return timeZone === undefined ? null : periodOf(schedules, localDate(now, timeZone));
}

/** Whether the last day of a period has ended on the clock of the company. */
export function isOver(schedules: PaySchedules, { from, to }: PayPeriod, now: string): boolean {
  const schedule = schedules.findLast(({ firstDay }) => firstDay <= from);
  return schedule !== undefined && localDate(now, schedule.timeZone) > to;
}

/** The day of month on which each period begins, in the order of the month. */
function startsOfMonth(rhythm: PayRhythm, day: number): number[] {
  if (rhythm === 'monthly') return [day];
  const first = day > HALF_MONTH ? day - HALF_MONTH : day;
  return [first, first + HALF_MONTH];
}

function dayOf(date: LocalDate): number {
  return Number(date.slice(8));
}

/** A day of the month that is some months after the one with `date`. */
function dayOfMonth(date: LocalDate, months: number, day: number): LocalDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
}

function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
