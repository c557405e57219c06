/** Milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours, whatever the clocks of a time zone do. */
export const DAY_MS = 24 * HOUR_MS;

/** A calendar date `yyyy-mm-dd` in the time zone of a person; never an instant. */
export type LocalDate = string;

/** More than there are zones. Names come from clients and have many spellings, so the cache needs a limit. */
const ZONES_KEPT = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The last answer for each zone. Every sale asks, and a zone changes its date only at a full minute. */
const latest = new Map<string, { minute: number; date: LocalDate }>();

/** Cached: a formatter takes a millisecond to create, and a company uses a handful of zones. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    if (formatters.size >= ZONES_KEPT) {
      formatters.clear();
      latest.clear();
    }
    found = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, found);
  }
  return found;
}

/** The date on the wall at `instant` (ISO-8601) in `timeZone` (IANA name; throws RangeError on another). */
export function localDate(instant: string, timeZone: string): LocalDate {
  const at = new Date(instant);
  const minute = Math.floor(at.getTime() / 60_000);
  const known = latest.get(timeZone);
  if (known?.minute === minute) return known.date;
  const date = formatter(timeZone).format(at);
  latest.set(timeZone, { minute, date });
  return date;
}

/** Abbreviations such as `BST`, except those that are IANA names. */
const ABBREVIATION = /^(?!est|mst|hst|gmt|cet|eet|met|wet|uct)[a-z]{2}t$/i;

/**
 * Accepts IANA names and offsets. Intl accepts more: `BST` (as Dhaka) and offsets with a Unicode minus. Temporal
 * rejects both, so the job that ends a local day would never end one in such a zone.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(name) || ABBREVIATION.test(name)) return false;
  try {
    formatter(name);
    return true;
  } catch {
    return false;
  }
}

/** The date `days` days earlier. Dates have no time of day, so clock changes do not matter. */
export function daysBefore(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

/** A date before it is a slip of the finger; Postgres knows no year 0. */
export const EARLIEST_DATE: LocalDate = '2000-01-01';

/** The date where it is latest at `now` (ISO-8601): a person may be further east than UTC. */
export function latestDate(now: string): LocalDate {
  return daysBefore(localDate(now, 'UTC'), -1);
}

/** True for a date that exists: `2026-02-29` and `2026-2-9` are refused. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
