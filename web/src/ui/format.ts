import { localDate } from '#contracts/local-date.ts';
import { dateLocale, locale } from './locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale(), options);
    formats.set(key, found);
  }
  return found;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than a hundred uses of it. */
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let found = dateFormats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(dateLocale(), options);
    dateFormats.set(key, found);
  }
  return found;
}

/** Dollars in the person's locale: `$1,234.50`, `1 234,50 $`. */
export function formatMoney(dollars: number): string {
  return numberFormat({ style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol' }).format(
    dollars,
  );
}

/** Dollars for large type: with cents below 10,000 only. */
export function formatLargeMoney(dollars: number): string {
  if (Math.abs(dollars) < 10_000) return formatMoney(dollars);
  return numberFormat({
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(dollars);
}

/** The dollars of a price of the API, whose prefix is the currency. */
export function priceNumber(price: string): number {
  return Number(price.replace(/^[^\d-]+/, ''));
}

/** A price of the API (`$1234.50`) in the person's locale. */
export function formatPriceText(price: string): string {
  return formatMoney(priceNumber(price));
}

export function formatDecimal(value: number, digits = 2): string {
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A number with all its decimals, at most six: 2 → `2`, 1.5 → `1.5`. */
export function formatNumber(value: number): string {
  return numberFormat({ maximumFractionDigits: 6 }).format(value);
}

/** 13 → `13%`, 9.975 → `9.975%`. */
export function formatPercent(percent: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 6 }).format(percent / 100);
}

/** Sales per hour to two decimals; `N/A` stays as it is. */
export function formatRate(rate: number | 'N/A'): string {
  return rate === 'N/A' ? rate : formatDecimal(rate);
}

/** 1 → `1 hr`, 8 → `8 hrs`, 7.5 → `7.5 hrs`. */
export function formatHours(hours: number | 'N/A'): string {
  if (hours === 'N/A') return hours;
  return `${numberFormat({ maximumFractionDigits: 2 }).format(hours)} ${hoursUnit(hours)}`;
}

/** The unit for a number of hours, also one that is being typed. */
export function hoursUnit(hours: number | string): 'hr' | 'hrs' {
  return String(hours) === '1' ? 'hr' : 'hrs';
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** The time of a UTC instant in the zone of the browser. */
export function formatTime(instant: string): string {
  return dateFormat(TIME).format(new Date(instant));
}

/**
 * The time of a UTC instant on the clock of a person in `timeZone` (IANA name). The place is named where the clock of the
 * browser shows another time: `6:59 a.m. Manila`.
 */
export function formatTimeAt(instant: string, timeZone: string | null): string {
  return onClock(instant, timeZone, TIME);
}

type LoginTime = {
  readonly login_time: string | null;
  /** IANA name: where the shift began. */
  readonly timezone: string | null;
  readonly login_date: string;
};

/** The start of a shift on the clock of that place, with its day where that is not the date of the shift; null without a shift. */
export function formatLoginTime({ login_time: start, timezone, login_date }: LoginTime): string | null {
  if (start === null) return null;
  const zone = isElsewhere(start, timezone) ? timezone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (localDate(start, zone) === login_date ? formatTimeAt : formatDateTimeAt)(start, timezone);
}

/** The time of a UTC instant as a time field has it, HH:mm, on the clock of a person in `timeZone`. */
export function timeFieldAt(instant: string, timeZone: string | null): string {
  const zone = isElsewhere(instant, timeZone) ? { timeZone } : {};
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...zone });
  return format.format(new Date(instant));
}

/** Day and time, the same way. */
export function formatDateTimeAt(instant: string, timeZone: string | null): string {
  return onClock(instant, timeZone, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The time with its place, for a clock that shows another time than that of the browser; else null. */
export function formatTimeElsewhere(instant: string, timeZone: string | null): string | null {
  return isElsewhere(instant, timeZone)
    ? `${dateFormat({ ...TIME, timeZone }).format(new Date(instant))} in ${placeOf(timeZone)}`
    : null;
}

/** A UTC instant on the clock of a person in `timeZone`, with the place where that shows another time than here. */
export function onClock(
  instant: string,
  timeZone: string | null,
  options: Intl.DateTimeFormatOptions,
): string {
  if (!isElsewhere(instant, timeZone)) return dateFormat(options).format(new Date(instant));
  return `${dateFormat({ ...options, timeZone }).format(new Date(instant))} ${placeOf(timeZone)}`;
}

/** Whether a clock in `timeZone` shows another day or minute; false for a zone that this browser does not know. */
function isElsewhere(instant: string, timeZone: string | null): timeZone is string {
  if (timeZone === null) return false;
  const clock = (zone: { timeZone?: string }) =>
    dateFormat({ dateStyle: 'short', timeStyle: 'short', ...zone }).format(new Date(instant));
  try {
    return clock({ timeZone }) !== clock({});
  } catch {
    return false;
  }
}

/** `America/St_Johns` → `St Johns`. */
function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** The date of a UTC instant in the zone of the browser. */
export function formatDateOf(instant: string): string {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(instant));
}

/** Day and time of a UTC instant in the zone of the browser. */
export function formatDateTime(instant: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
}

/** The same with the month written out, for the moment that a whole screen shows: `March 12, 2026 at 2:05 PM`. */
export function formatMoment(instant: string): string {
  return dateFormat({ dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant));
}

/** The same for large type: the time, and separately AM or PM where the locale has it. */
export function formatTimeParts(instant: string): { time: string; half: string | null } {
  const format = dateFormat(TIME);
  const parts = format.formatToParts(new Date(instant));
  const half = parts.find(({ type }) => type === 'dayPeriod')?.value ?? null;
  const rest = parts.filter(({ type }) => type !== 'dayPeriod').map(({ value }) => value);
  return { time: rest.join('').trim(), half };
}

/** A calendar date (`yyyy-mm-dd`), the same in every time zone. */
export function formatDate(date: string, style: 'long' | 'medium' = 'medium'): string {
  const dateStyle = style === 'long' ? 'full' : 'medium';
  return dateFormat({ dateStyle, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** Calendar dates from one to another: `Nov 9 – Nov 22, 2026`, `Dec 21, 2026 – Jan 3, 2027`. */
export function formatDates(from: string, to: string): string {
  const first = from.slice(0, 4) === to.slice(0, 4) ? formatDay(from) : formatDate(from);
  return `${first} – ${formatDate(to)}`;
}

/** The weekday of a calendar date, short: `Mon`. */
export function formatWeekday(date: string): string {
  return dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** Day and month of a calendar date: `Mar 2`. */
export function formatDay(date: string): string {
  return dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** The day of a calendar date alone: `2`. */
export function formatDayOfMonth(date: string): string {
  return dateFormat({ day: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}
