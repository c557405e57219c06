import { exactHundredthsPerHour } from '#tests/support/exact-arithmetic.ts';
import { closed, commissionOf, type ExpectedSale } from './expected-sales.ts';

const HOUR_MS = 3_600_000;

export type ExpectedPerson = {
  readonly id: string;
  readonly firstName: string;
  readonly campaignName: string;
  /** Sign-in by local date, one a day, in milliseconds since 1970. */
  readonly shifts: Map<string, { readonly from: number; until: number | null }>;
};

/** The set duration of all shifts, in hours. */
export const SET_HOURS = 8;

/** The expected billboard, shift log and chart at `now` (milliseconds since 1970). */
export function dayOf(person: ExpectedPerson, sales: readonly ExpectedSale[], date: string, now: number) {
  const ofDay = sales.filter((sale) => sale.ownerId === person.id && sale.date === date);
  const shift = person.shifts.get(date);
  return {
    employee_id: person.id,
    first_name: person.firstName,
    last_name: 'Test',
    campaign_name: person.campaignName,
    login_date: date,
    login_time: shift ? new Date(shift.from).toISOString() : null,
    shift_duration: shift ? SET_HOURS : 'N/A',
    sales: closed(ofDay).length,
    sales_per_hour: shift ? rate(closed(ofDay).length, shift, now) : 'N/A',
    commission: commissionOf(ofDay),
    isShown: shift !== undefined || ofDay.length > 0,
  };
}

function rate(sales: number, shift: { from: number; until: number | null }, now: number): number {
  const sinceLogin = Math.min(Math.max(now - shift.from, HOUR_MS), SET_HOURS * HOUR_MS);
  const counted = shift.until === null ? sinceLogin : SET_HOURS * HOUR_MS;
  return Number(exactHundredthsPerHour(sales, counted)) / 100;
}

/** The daily billboard, best first. */
export function boardOf(
  people: readonly ExpectedPerson[],
  sales: readonly ExpectedSale[],
  date: string,
  now: number,
) {
  return people
    .map((person) => dayOf(person, sales, date, now))
    .filter(({ isShown }) => isShown)
    .map(({ isShown: _, ...row }) => row)
    .sort(
      (a, b) => b.commission - a.commission || b.sales - a.sales || (a.first_name < b.first_name ? -1 : 1),
    );
}

/** The shift log of these people; newest login first. */
export function logOf(people: readonly ExpectedPerson[], sales: readonly ExpectedSale[], now: number) {
  return people
    .flatMap((person) => [...person.shifts.keys()].map((date) => dayOf(person, sales, date, now)))
    .sort((a, b) => ((a.login_time ?? '') < (b.login_time ?? '') ? 1 : -1))
    .map(({ isShown: _, sales: __, ...row }) => row);
}

/** Last seven local dates, oldest first. */
export function chartOf(person: ExpectedPerson, sales: readonly ExpectedSale[], today: string, now: number) {
  return Array.from({ length: 7 }, (_, at) => {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - (6 - at) * 24 * HOUR_MS)
      .toISOString()
      .slice(0, 10);
    const { sales_per_hour } = dayOf(person, sales, date, now);
    return { login_date: date, sales_per_hour: sales_per_hour === 'N/A' ? null : sales_per_hour };
  });
}
