import type { ShiftHours } from '#contracts/sales-per-hour.ts';
import { salesPerHour } from '#contracts/sales-per-hour.ts';
import type { ShiftColumns } from './shift-days.ts';

/** The shift of a row as the rate's formula takes it; null when there was none. */
export function shiftHours(row: ShiftColumns): ShiftHours | null {
  if (row.started_at === null) return null;
  return { startedAt: row.started_at, endedAt: row.ended_at, setDuration: row.set_duration };
}

/** Sales per hour as of `now` (UTC ISO-8601) the way the API shows it. */
export function shownRate(
  row: ShiftColumns & { readonly closed_sales: number },
  now: string,
): number | 'N/A' {
  return salesPerHour(row.closed_sales, shiftHours(row), now) ?? 'N/A';
}
