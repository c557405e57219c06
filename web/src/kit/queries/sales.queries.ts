import { getAllSales, getCommission, getSalesOfDate } from '#contracts/endpoints/sales.endpoints.ts';
import type { QueryDefinition } from '../../api/cache/query.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { liveOwnFiguresVersionAtom, liveVersionAtom } from '../../live/live.atoms.ts';

/** The own sales of a date (`yyyy-mm-dd`), or of all dates when it is empty; at least as new as the live news. */
export const ownSalesDefinition: QueryDefinition<string, typeof getAllSales> = {
  endpoint: getAllSales,
  ask: (api, date, get) => {
    const since = get(liveOwnFiguresVersionAtom);
    return date
      ? api.call(getSalesOfDate, { params: { date }, query: {}, since })
      : api.call(getAllSales, { query: {}, since });
  },
  tags: () => ['days', daysOf('')],
};

/** An employee, and dates (`yyyy-mm-dd`), both included; empty for an open end. */
export type OfPeriod = { readonly id: string; readonly from: string; readonly to: string };

/** The commission of the Closed sales of an employee within dates. */
export const commissionDefinition: QueryDefinition<OfPeriod, typeof getCommission> = {
  endpoint: getCommission,
  ask: (api, { id, from, to }, get) =>
    api.call(getCommission, {
      params: { id },
      query: { ...(from && { from }), ...(to && { to }) },
      since: get(liveVersionAtom),
    }),
  tags: ({ id }) => ['days', daysOf(id)],
};
