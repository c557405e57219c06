const HOUR_MS = 3_600_000;

/** What is known of one shift; instants are UTC ISO-8601, `setDuration` is in hours (0–9). */
export type ShiftHours = {
  startedAt: string;
  endedAt: string | null;
  setDuration: number | null;
};

/**
 * The hours that count for sales per hour, or null when there is no rate to show (a duration of 0).
 *
 * Ended shift: the set duration if somebody set one, else the clocked time. Open shift: the time since
 * login, at most the set duration. Clocked time counts as at least one hour, so that the first sale of the
 * day does not read as 60 an hour and an early logout does not multiply the rate.
 */
export function countedHours(shift: ShiftHours, now: string): number | null {
  if (shift.setDuration === 0) return null;
  if (shift.endedAt !== null && shift.setDuration !== null) return shift.setDuration;
  const until = Date.parse(shift.endedAt ?? now);
  const clocked = Math.max(1, (until - Date.parse(shift.startedAt)) / HOUR_MS);
  return shift.setDuration === null ? clocked : Math.min(clocked, shift.setDuration);
}

/** Closed sales of the shift ÷ its counted hours, to two decimals; null is shown as `N/A`. */
export function salesPerHour(closedSales: number, shift: ShiftHours | null, now: string): number | null {
  const hours = shift && countedHours(shift, now);
  return hours ? Math.round((closedSales / hours) * 100) / 100 : null;
}
