import type { LocalDate } from '#contracts/local-date.ts';
import { endOfLocalDay } from '#platform/local-day.ts';

export type EndOfDayQueries = {
  /** IANA names: where the shifts of that date were worked. */
  zonesOfDay(companyId: string, date: LocalDate): Promise<readonly string[]>;
  /** The company's last event at an instant (UTC ISO-8601), -1 before the first. */
  positionAt(companyId: string, instant: string): Promise<number>;
  /** The last of the shifts of that date that midnight closed right behind a position; see ADR 0032. */
  closedBehind(
    companyId: string,
    date: LocalDate,
    position: number,
  ): Promise<{ readonly position: number; readonly at: string } | null>;
};

type Day = {
  readonly companyId: string;
  readonly date: LocalDate;
  /** Of who asks, where nobody worked. */
  readonly timeZone: string;
  /** UTC ISO-8601. */
  readonly now: string;
};

/** The last event of the log that belongs to a date, and from when on (UTC ISO-8601) its figures are final. */
export type EndOfDay = { readonly position: number; readonly instant: string };

/**
 * Where a date ends: when it is over in the zones of all its shifts, with the shifts that midnight closed, however
 * late that was noticed. What comes behind that is a correction. Null while the date lasts.
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
