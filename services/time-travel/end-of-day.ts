import type { LocalDate } from '#contracts/local-date.ts';
import { endOfLocalDay } from '#platform/calendar.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { ReplayQueries } from '#projections/replay/replay.queries.ts';

export type EndOfDayQueries = Pick<Queries, 'positionAt'> &
  Pick<ReplayQueries, 'zonesOfDay' | 'closedBehind'>;

type Day = {
  readonly companyId: string;
  readonly date: LocalDate;
  /** The caller's zone, used when the date has no shifts. */
  readonly timeZone: string;
  /** UTC ISO-8601. */
  readonly now: string;
};

/** The last event of a date, and the instant (UTC ISO-8601) from which its figures are final. */
export type EndOfDay = { readonly position: number; readonly instant: string };

/**
 * The end of a date: it is over in the zones of all its shifts, and it includes the shifts that midnight closed, even
 * if they were closed late. Later events are corrections. Null while the date lasts.
 */
export async function endOfDay(queries: EndOfDayQueries, day: Day): Promise<EndOfDay | null> {
  const { companyId, date, timeZone, now } = day;
  const worked = await queries.zonesOfDay(companyId, date);
  const zones = worked.length > 0 ? worked : [timeZone];
  const midnight = zones.map((zone) => endOfLocalDay(date, zone)).reduce(later);
  if (now < midnight) return null;
  const position = await queries.positionAt(companyId, midnight);
  const closed = await queries.closedBehind(companyId, date, position);
  if (!closed) return { position, instant: midnight };
  return { position: closed.position, instant: later(midnight, closed.at) };
}

const later = (one: string, other: string): string => (one > other ? one : other);
