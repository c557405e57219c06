const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * What a calendar on the wall shows in `timeZone` at an instant (ms): yyyy-mm-dd. For oracles: by Intl alone,
 * and by other means of it than the program uses.
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

/** The first instant (ms) at which that wall shows a later date, found by looking at it. */
export function endOfWallDate(date: string, timeZone: string): number {
  let before = Date.parse(date) - 15 * HOUR_MS;
  // No date lasts longer, and a wall that has turned to the next one does not turn back for more than an hour.
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
