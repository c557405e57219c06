import { daysBefore, isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { isPeriod } from '../../kit/lists/address-filters.ts';
import { formatDate, formatDates } from '../../ui/format.ts';

/** Local dates of the employee, both inclusive; empty for an open end. */
export type Dates = { readonly from: LocalDate; readonly to: LocalDate };

/** The periods that follow the calendar, by their name in the address. */
export const CALENDAR_PERIODS = {
  today: 'Today',
  'this-week': 'This week',
  'last-two-weeks': 'Last two weeks',
  'this-month': 'This month',
  'last-month': 'Last month',
} as const;

type CalendarPeriod = keyof typeof CALENDAR_PERIODS;

/** What a report is of. */
export type ReportPeriod =
  | { readonly kind: 'all' }
  | { readonly kind: 'date'; readonly date: LocalDate }
  | ({ readonly kind: 'from-to' } & Dates)
  | { readonly kind: CalendarPeriod }
  /** The address asks for dates that make no period. */
  | { readonly kind: 'wrong' };

export function isCalendarPeriod(kind: string): kind is CalendarPeriod {
  return Object.hasOwn(CALENDAR_PERIODS, kind);
}

/** The period in an address: all dates where it has none. */
export function periodIn(parameters: URLSearchParams): ReportPeriod {
  const value = (name: string) => parameters.get(name) ?? '';
  const [date, from, to, kind] = [value('date'), value('from'), value('to'), value('period')];
  if (date) return isLocalDate(date) ? { kind: 'date', date } : { kind: 'wrong' };
  if (from || to) return isPeriod({ from, to }) ? { kind: 'from-to', from, to } : { kind: 'wrong' };
  if (kind && kind !== 'all') return isCalendarPeriod(kind) ? { kind } : { kind: 'wrong' };
  return { kind: 'all' };
}

/** The parameters of its address. */
export function addressOf(period: ReportPeriod): Record<string, string> {
  switch (period.kind) {
    case 'all':
    case 'wrong':
      return {};
    case 'date':
      return { date: period.date };
    case 'from-to':
      return { ...(period.from && { from: period.from }), ...(period.to && { to: period.to }) };
    default:
      return { period: period.kind };
  }
}

/**
 * The dates of a period; null for all. Undefined for a wrong one, and where they depend on `today`, which is not known yet. Weeks begin on
 * `firstDay`: 1 for Monday to 7 for Sunday. The last two weeks and the last month are over: pay is counted in them.
 */
export function datesOf(
  period: ReportPeriod,
  today: LocalDate | undefined,
  firstDay: number,
): Dates | null | undefined {
  if (period.kind === 'all') return null;
  if (period.kind === 'date') return { from: period.date, to: period.date };
  if (period.kind === 'from-to') return { from: period.from, to: period.to };
  return today === undefined || period.kind === 'wrong'
    ? undefined
    : datesOfCalendar(period.kind, today, firstDay);
}

/** After the name of what has these dates: `Report of all dates`, `Report since Nov 9, 2026`. */
export function datesText(dates: Dates | null): string {
  if (dates === null) return 'of all dates';
  const { from, to } = dates;
  if (from === '') return `until ${formatDate(to)}`;
  if (to === '') return `since ${formatDate(from)}`;
  return `of ${from === to ? formatDate(from, 'long') : formatDates(from, to)}`;
}

function datesOfCalendar(kind: CalendarPeriod, today: LocalDate, firstDay: number): Dates {
  const week = weekStart(today, firstDay);
  const month = monthStart(today);
  switch (kind) {
    case 'today':
      return { from: today, to: today };
    case 'this-week':
      return { from: week, to: daysBefore(week, -6) };
    case 'last-two-weeks':
      return { from: daysBefore(week, 14), to: daysBefore(week, 1) };
    case 'this-month':
      return { from: month, to: daysBefore(monthStart(daysBefore(month, -31)), 1) };
    case 'last-month':
      return { from: monthStart(daysBefore(month, 1)), to: daysBefore(month, 1) };
  }
}

function weekStart(date: LocalDate, firstDay: number): LocalDate {
  return daysBefore(date, (new Date(date).getUTCDay() - firstDay + 7) % 7);
}

function monthStart(date: LocalDate): LocalDate {
  return `${date.slice(0, 7)}-01`;
}

/** Newer browsers have the method, older ones the property, some neither. */
type WeekInfo = { firstDay: number };
type LocaleOfWeeks = { language: string; getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };

/** The first day of a week in a locale: 1 for Monday to 7 for Sunday; Monday where it is not known. */
export function firstDayOfWeek(locale: LocaleOfWeeks): number {
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
