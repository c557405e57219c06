const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The local date in `timeZone` at an instant (ms): yyyy-mm-dd. For oracles: it uses only Intl, and other parts of it
 * than the program.
 */
export function wallDate(ms: number, timeZone: string): string {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    formatters.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month?.padStart(2, '0')}-${parts.day?.padStart(2, '0')}`;
}

const HOUR_MS = 3_600_000;

/** The first instant (ms) with a later local date, found by search. */
export function endOfWallDate(date: string, timeZone: string): number {
  let before = Date.parse(date) - 15 * HOUR_MS;
  // No date lasts longer, and clock changes move a wall clock back by at most an hour.
  let after = before + 56 * HOUR_MS;
  for (let step = before; step < after; step += HOUR_MS / 2) {
    if (wallDate(step, timeZone) > date) {
      after = step;
      break;
    }
    before = step;
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallDate(middle, timeZone) > date) after = middle;
    else before = middle;
  }
  return after;
}
