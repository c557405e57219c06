import { Temporal } from 'temporal-polyfill';
import { type LocalDate, localDate } from '#contracts/local-date.ts';
import { DESKS, EVERYBODY, HOME_ZONE, type Person } from './demo-cast.ts';
import { type PlannedDay, type PlannedSale, planDay } from './demo-days.ts';

export const WEEKS = 5;
const LEARNING_DAYS = 12;

/** The day of an employee so far; it has no end while it is running. */
export type DaySoFar = Omit<PlannedDay, 'endsAt'> & { readonly endsAt: string | null };

/** One sale by where it stands in the plan. */
export type SaleInPlan = { readonly day: DaySoFar; readonly sale: PlannedSale; readonly index: number };

export type FollowUp = SaleInPlan & { readonly at: string; readonly status: 'Closed' | 'None' };

/** What happened on one date, in everybody's own calendar. */
export type DateOfAll = { readonly days: readonly DaySoFar[]; readonly followUps: readonly FollowUp[] };

/**
 * The weeks that lead up to `now` (UTC ISO-8601), date by date: what is still to happen is left out.
 */
export function planUntil(now: string, weeks: number = WEEKS): readonly DateOfAll[] {
  const today = Temporal.PlainDate.from(localDate(now, HOME_ZONE));
  const dates: { date: LocalDate; days: DaySoFar[] }[] = [];
  // Where the sun rises first it is tomorrow already.
  for (let back = weeks * 7; back >= -1; back -= 1) {
    const date = today.subtract({ days: back }).toString();
    const planned = EVERYBODY.filter((person) => back <= (person.joinedDaysAgo ?? weeks * 7))
      .map((person) => planDay(person, date, skill(person, back)))
      .filter((day): day is PlannedDay => day !== undefined && day.startsAt <= now);
    dates.push({ date, days: planned.map((day) => soFar(day, now)) });
  }
  const followUps = dates.flatMap(({ days }) => days.flatMap(followUpsOf)).filter(({ at }) => at <= now);
  const byDate = Map.groupBy(followUps, ({ at, day }) => localDate(at, day.timeZone));
  return dates.map(({ date, days }) => ({ days, followUps: byDate.get(date) ?? [] }));
}

/** The skill of this employee `back` days ago, as a share of their full skill: 1 for those without a start date. */
function skill({ joinedDaysAgo }: Person, back: number): number {
  return joinedDaysAgo === undefined ? 1 : Math.min(1, 0.3 + (0.7 * (joinedDaysAgo - back)) / LEARNING_DAYS);
}

function soFar(day: PlannedDay, now: string): DaySoFar {
  return {
    ...day,
    endsAt: day.endsAt <= now ? day.endsAt : null,
    sales: day.sales.filter(({ at }) => at <= now),
  };
}

function followUpsOf(day: DaySoFar): FollowUp[] {
  return day.sales.flatMap((sale, index) => (sale.followUp ? [{ day, sale, index, ...sale.followUp }] : []));
}

/** IANA zone in which this person lives. */
export function zoneOf({ desk }: Person): string {
  return DESKS[desk].timeZone;
}
