import { getAllSales, getCommission, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import type { QueryDefinition } from '../../api/cache/query.ts';
import { liveOwnFiguresVersionAtom } from '../../live/live.atoms.ts';

/** The own sales of a date (`yyyy-mm-dd`), or of all dates when it is empty; at least as new as the live news. */
export const ownSalesDefinition: QueryDefinition<string, typeof getAllSales> = {
  endpoint: getAllSales,
  ask: (api, date, get) => {
    const since = get(liveOwnFiguresVersionAtom);
    return date
      ? api.call(getSalesOfDate, { params: { date }, query: {}, since })
      : api.call(getAllSales, { query: {}, since });
  },
  tags: () => ['own sales'],
  share: (before, after) => ({
    ...after,
    requestedData: withSameRows(before.requestedData, after.requestedData),
  }),
};

/** The commission of all Closed sales of the person, or of one date (`yyyy-mm-dd`). */
export const ownCommissionDefinition: QueryDefinition<{ id: string; date: string }, typeof getCommission> = {
  endpoint: getCommission,
  ask: (api, { id, date }, get) =>
    api.call(getCommission, {
      params: { id },
      query: date ? { date } : {},
      since: get(liveOwnFiguresVersionAtom),
    }),
  tags: () => ['own sales'],
};

/**
 * A new list in which every unchanged row is the same object as before; the former list itself when nothing
 * changed. Unchanged objects are neither sorted nor drawn again.
 */
export function withSameRows<Row extends { id: string }>(before: Row[] | undefined, after: Row[]): Row[] {
  if (!before) return after;
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = after.map((row) => {
    const former = known.get(row.id);
    return former && isSame(former, row) ? former : row;
  });
  const isUnchanged = rows.length === before.length && rows.every((row, at) => row === before[at]);
  return isUnchanged ? before : rows;
}

function isSame<Row extends object>(left: Row, right: Row): boolean {
  const keys = Object.keys(right) as (keyof Row)[];
  return Object.keys(left).length === keys.length && keys.every((key) => left[key] === right[key]);
}
