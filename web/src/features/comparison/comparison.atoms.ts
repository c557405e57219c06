import { type Compared, type ComparedRow, getComparison } from '#contracts/endpoints/comparison.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { formatHours, formatLoginTime, formatMoney, formatNumber, formatRate } from '../../ui/format.ts';

/** A day (`yyyy-mm-dd`), and the moment up to which it was known (UTC ISO-8601); empty for its end. */
export type ComparisonQuestion = { readonly date: string; readonly until: string };

/** A day as known at that moment, and as known today. */
export const comparisonQuery = createQuery({
  endpoint: getComparison,
  ask: (api, { date, until }: ComparisonQuestion) =>
    api.call(getComparison, { params: { date }, query: until ? { until } : {} }),
});

type Shown = { readonly label: string; readonly of: (row: BillboardRow) => string };

/** The figures of the billboard as text, in the locale of the person. */
const figures: { readonly [Figure in Compared]: Shown } = {
  first_name: { label: 'First Name', of: (row) => row.first_name },
  last_name: { label: 'Last Name', of: (row) => row.last_name },
  campaign_name: { label: 'Campaign', of: (row) => row.campaign_name ?? '–' },
  current_timezone: { label: 'Time zone', of: (row) => row.current_timezone ?? '–' },
  login_time: {
    label: 'Login Time',
    of: (row) => formatLoginTime(row) ?? '–',
  },
  shift_duration: { label: 'Shift Duration', of: (row) => formatHours(row.shift_duration) },
  sales: { label: 'Closed sales', of: (row) => formatNumber(row.sales) },
  sales_per_hour: { label: 'Sales/hr', of: (row) => formatRate(row.sales_per_hour) },
  commission: { label: 'Commission', of: (row) => formatMoney(row.commission) },
};

/** A differing figure as text; an employee who was not on the board has none. */
export type Difference = { readonly label: string; readonly past: string; readonly present: string };

const NOT_THERE = 'Not on the board';

export function differencesOf({ known_then, known_today, differing }: ComparedRow): Difference[] {
  return differing.filter(isNoName(known_then, known_today)).map((figure) => {
    const { label, of } = figures[figure];
    return {
      label,
      past: known_then ? of(known_then) : NOT_THERE,
      present: known_today ? of(known_today) : NOT_THERE,
    };
  });
}

/** The name, also of an employee who was or is not on the board. */
function isNoName(past: BillboardRow | null, present: BillboardRow | null) {
  const isThere = past !== null && present !== null;
  return (figure: Compared) => isThere || !/_name$/.test(figure);
}

/** The effect of an event on a row: `+$12.00, +1 sale`; empty without an effect. */
export function effectText({ commission, sales }: { commission: number; sales: number }): string {
  const signed = (value: number, text: string) => `${value > 0 ? '+' : '−'}${text}`;
  const count = Math.abs(sales);
  return [
    commission !== 0 && signed(commission, formatMoney(Math.abs(commission))),
    sales !== 0 && signed(sales, count === 1 ? '1 sale' : `${formatNumber(count)} sales`),
  ]
    .filter(Boolean)
    .join(', ');
}
