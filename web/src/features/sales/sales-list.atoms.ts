import { deleteSale, getAllSales, getSalesOfDate, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createInfiniteQuery } from '../../api/cache/infinite-query.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { createDeletion, type Deletion } from '../../kit/forms/deletion.atoms.ts';
import { employeeDefinition } from '../../kit/queries/employees.queries.ts';
import { liveVersionAtom } from '../../live/live.atoms.ts';
import { type SaleFilters, saleQueryOf } from './sale-filters.ts';

/** Fills a large screen. */
const PAGE = 100;
/** The most rows that can be asked for by number; without a number the server sends more. */
const NAMED_MAX = 999;

export type SalesWish = {
  /** Empty for the own sales. */
  readonly employeeId: string;
  /** `yyyy-mm-dd`, or empty for all dates. */
  readonly date: string;
  readonly filters: SaleFilters;
  /** As the API takes it; empty for newest first. */
  readonly sort: string;
};

/** The sales of an employee, page by page, with the commission of all that fit. */
export const salesList = createInfiniteQuery<SalesWish, typeof getAllSales>({
  endpoint: getAllSales,
  askPage(api, { employeeId, date, filters, sort }, { cursor, rows = PAGE }, get) {
    const since = get(liveVersionAtom);
    const query = {
      ...(employeeId && { employeeId }),
      ...saleQueryOf(filters),
      ...(sort && { sort }),
      ...(Number.isFinite(rows) && { limit: String(Math.min(NAMED_MAX, Math.max(PAGE, rows))) }),
      ...(cursor && { cursor }),
    };
    return date
      ? api.call(getSalesOfDate, { params: { date }, query, since })
      : api.call(getAllSales, { query, since });
  },
  keepsPages: true,
  stillFollow: (before, first) => before === first,
  // Filters and orders of one list follow each other without a gap.
  staysFor: (before, now) => before.employeeId === now.employeeId,
  tags: ({ employeeId }) => ['days', daysOf(employeeId)],
});

/** Whose sales they are. */
export const sellerQuery = createQuery(employeeDefinition);

/** `nameOf` in a list, where the sale is no longer seen. */
export function createSaleDeletion(nameOf?: (sale: Sale) => string): Deletion<Sale> {
  return createDeletion<Sale, typeof deleteSale>({
    send: (api, sale) =>
      api.call(deleteSale, { params: { id: sale.id }, body: { entryDate: sale.entry_date } }),
    ...(nameOf && { nameOf }),
    failure: 'couldNotDeleteSale',
    unreachable: 'failedDelete',
  });
}
