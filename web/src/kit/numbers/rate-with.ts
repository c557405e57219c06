import { DAY_MS } from '#contracts/local-date.ts';
import { salesPerHour } from '#contracts/shift-hours.ts';
import { type AtWork, currentRate } from './current-rate.ts';

/**
 * The sales per hour at `now` with `more` Closed sales, from a rate as of then. A shift without sales, or without a
 * duration, counts as open.
 */
export function rateWith(work: AtWork, more: number, now: string): number | 'N/A' {
  const { salesPerHour: rate, sales, loginTime, shiftDuration } = work;
  if (more === 0 || rate === 'N/A' || loginTime === null) return rate;
  const tomorrow = new Date(Date.parse(now) + DAY_MS).toISOString();
  // A rate that does not sink any more is divided by the whole duration, also in an open shift.
  const isOver = sales > 0 && shiftDuration !== 'N/A' && currentRate(work, now, tomorrow) === rate;
  const setDuration = shiftDuration === 'N/A' ? null : shiftDuration;
  const shift = { startedAt: loginTime, endedAt: isOver ? now : null, setDuration };
  return salesPerHour(sales + more, shift, now) ?? 'N/A';
}
