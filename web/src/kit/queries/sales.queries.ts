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
