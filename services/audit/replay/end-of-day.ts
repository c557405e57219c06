import type { ReplayMoment } from '#contracts/endpoints/replay.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { endOfLocalDay } from '#platform/local-day.ts';

type Day = {
  readonly date: LocalDate;
  /** IANA names, one at least: the date is over when it is over in all of them. */
  readonly zones: readonly string[];
  /** UTC ISO-8601. */
  readonly now: string;
};

/**
 * The moments that belong to a date, and how many came later. Those shifts that midnight closed are its own,
 * although the program notices midnight a little after it. `end` is where the replay ends, UTC ISO-8601: the end
 * of the date or the last of its moments, whichever is later, and never beyond now.
 */
export function momentsByEnd(
  moments: readonly ReplayMoment[],
  { date, zones, now }: Day,
): { byEnd: readonly ReplayMoment[]; later: number; end: string } {
  const midnight = zones.map((zone) => endOfLocalDay(date, zone)).reduce(later);
  const isIn = ({ at, kind }: ReplayMoment) => at <= midnight || kind === 'shift closed';
  const first = moments.findIndex((moment) => !isIn(moment));
  const byEnd = first === -1 ? moments : moments.slice(0, first);
  const over = now < midnight ? now : midnight;
  return {
    byEnd,
    later: moments.length - byEnd.length,
    end: later(over, byEnd.at(-1)?.at ?? over),
  };
}

const later = (one: string, other: string): string => (one > other ? one : other);
