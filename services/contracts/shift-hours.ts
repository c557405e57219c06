const HOUR_MS = 3_600_000;

/** The times of one shift. Instants are UTC ISO-8601, `setDuration` is in hours (0–9). */
export type ShiftHours = {
  startedAt: string;
  endedAt: string | null;
  setDuration: number | null;
};

/**
 * The hours that count for sales per hour, or null when there is no rate to show (a duration of 0).
 *
 * Ended shift: the set duration if there is one, else the clocked time. Open shift: the time since
 * login, at most the set duration. Clocked time counts as at least one hour, so that the first sale of the
 * day does not read as 60 an hour and an early logout does not multiply the rate.
 */
export function countedHours(shift: ShiftHours, now: string): number | null {
  const ms = countedMs(shift, now);
  return ms === 0 ? null : ms / HOUR_MS;
}

/** Closed sales of the shift ÷ its counted hours, to two decimals; null is shown as `N/A`. */
export function salesPerHour(closedSales: number, shift: ShiftHours | null, now: string): number | null {
  const ms = shift === null ? 0 : countedMs(shift, now);
  // Whole numbers up to the last step: 3 sales in 13 h 20 min are 0.225, which has no exact binary form.
  return ms === 0 ? null : Math.floor((2 * 100 * closedSales * HOUR_MS + ms) / (2 * ms)) / 100;
}

/** The counted time in milliseconds; 0 when there is no rate. */
export function countedMs({ startedAt, endedAt, setDuration }: ShiftHours, now: string): number {
  if (endedAt !== null && setDuration !== null) return setDuration * HOUR_MS;
  const clocked = Math.max(HOUR_MS, Date.parse(endedAt ?? now) - Date.parse(startedAt));
  return setDuration === null ? clocked : Math.min(clocked, setDuration * HOUR_MS);
}

/** Reads the hours of a shift: a single digit, 0 to 9; null for anything else. */
export function readHours(said: number | string): number | null {
  return /^[0-9]$/.test(String(said)) ? Number(said) : null;
}
