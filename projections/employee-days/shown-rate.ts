import { salesPerHour } from '#contracts/sales-per-hour.ts';
import type { ReadModels } from '../read-models.ts';

type Day = Pick<
  ReadModels['read.employee_days'],
  'closed_sales' | 'started_at' | 'ended_at' | 'set_duration'
>;

/** Sales per hour of a day as of `now` (UTC ISO-8601) the way the API shows it; N/A without a shift. */
export function shownRate(day: Day, now: string): number | 'N/A' {
  const { started_at: startedAt, ended_at: endedAt, set_duration: setDuration } = day;
  const hours = startedAt === null ? null : { startedAt, endedAt, setDuration };
  return salesPerHour(day.closed_sales, hours, now) ?? 'N/A';
}
