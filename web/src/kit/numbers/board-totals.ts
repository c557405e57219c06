import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** The totals of a board. Commission in dollars, added in whole cents. */
export type BoardTotals = { people: number; commission: number; sales: number };

export function totalsOf(rows: readonly BillboardRow[]): BoardTotals {
  const cents = rows.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0);
  return {
    people: rows.length,
    commission: cents / 100,
    sales: rows.reduce((sum, row) => sum + row.sales, 0),
  };
}
