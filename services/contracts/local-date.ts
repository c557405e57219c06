/** A calendar date `yyyy-mm-dd` in somebody's own time zone; never an instant. */
export type LocalDate = string;

/** More than there are zones. Names come from outside and have many spellings: nobody may fill the memory. */
const ZONES_KEPT = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The last answer of each zone: every sale of a company asks, and within a minute no zone changes its date. */
const latest = new Map<string, { minute: number; date: LocalDate }>();

/** Formatters cost a millisecond to make, and a company lives in a handful of zones. */
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

/** `BST` and its like, without those of the kind that are IANA names. */
const ABBREVIATION = /^(?!(est|mst|hst|gmt|cet|eet|met|wet|uct)$)[a-z]{2}t$/i;

/**
 * IANA names and offsets. Not all that Intl takes: for it `BST` is Dhaka, and an offset may have a real minus;
 * Temporal knows neither, and a day in such a zone would never end.
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

/** The date so many days before; a date has no clock, so no change of clocks can shift it. */
export function daysBefore(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

/** True for a date that exists: `2026-02-29` and `2026-2-9` are refused. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
