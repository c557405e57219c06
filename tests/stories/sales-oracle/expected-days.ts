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

/** Where all of them work. */
export const ZONE = 'America/Toronto';

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
    timezone: shift ? ZONE : null,
    shift_duration: shift ? SET_HOURS : 'N/A',
    sales: closed(ofDay).length,
    sales_per_hour: shift ? rate(closed(ofDay).length, shift, now) : 'N/A',
    commission: commissionOf(ofDay),
    isShown: shift !== undefined || ofDay.length > 0,
  };
}

type Span = { readonly from: number; readonly until: number | null };

function countedMs({ from, until }: Span, now: number): number {
  const sinceLogin = Math.min(Math.max(now - from, HOUR_MS), SET_HOURS * HOUR_MS);
  return until === null ? sinceLogin : SET_HOURS * HOUR_MS;
}

function rate(sales: number, shift: Span, now: number): number {
  return Number(exactHundredthsPerHour(sales, countedMs(shift, now))) / 100;
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
    .map(({ isShown: _, ...row }) => ({ ...row, current_timezone: row.timezone }))
    .sort(
      (a, b) => b.commission - a.commission || b.sales - a.sales || (a.first_name < b.first_name ? -1 : 1),
    );
}

/** The shift log of these people with their days of Closed sales without a shift; newest first. */
export function logOf(people: readonly ExpectedPerson[], sales: readonly ExpectedSale[], now: number) {
  const place = (row: { login_date: string; login_time: string | null; employee_id: string }) =>
    `${row.login_date} ${row.login_time ?? ''} ${row.employee_id}`;
  return people
    .flatMap((person) => {
      const dates = sales.filter(({ ownerId }) => ownerId === person.id).map(({ date }) => date);
      return [...new Set([...person.shifts.keys(), ...dates])].map((date) => rowOf(person, sales, date, now));
    })
    .filter(({ login_time, sales: closedSales }) => login_time !== null || closedSales > 0)
    .sort((a, b) => (place(a) < place(b) ? 1 : -1));
}

function rowOf(person: ExpectedPerson, sales: readonly ExpectedSale[], date: string, now: number) {
  const { isShown: _, ...day } = dayOf(person, sales, date, now);
  const shift = person.shifts.get(date);
  return {
    ...day,
    shift_duration: shift ? SET_HOURS : 0,
    start_reason: shift ? 'login' : null,
    logout_time: shift?.until ? new Date(shift.until).toISOString() : null,
    hours: shift ? countedMs(shift, now) / HOUR_MS : null,
  };
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
