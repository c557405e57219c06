import { getAllSales } from '#contracts/endpoints/sales.endpoints.ts';
import { createInfiniteQuery, sameCursor } from '../../api/cache/infinite-query.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { dayOf } from '../../api/cache/tags.ts';
import { employeeDefinition } from '../../kit/queries/employees.queries.ts';
import { commissionDefinition } from '../../kit/queries/sales.queries.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';
import { type SaleFilters, saleQueryOf } from './sale-filters.ts';

const PAGE = '100';

type Whose = { readonly id: string; readonly filters: SaleFilters };

/** The sales of an employee, newest first, page by page. */
export const employeeSales = createInfiniteQuery<Whose, typeof getAllSales>({
  endpoint: getAllSales,
  askPage: (api, { id, filters }, cursor, get) =>
    api.call(getAllSales, {
      query: { employeeId: id, ...saleQueryOf(filters), limit: PAGE, ...(cursor && { cursor }) },
      since: get(liveBillboardVersionAtom),
    }),
  stillFollow: sameCursor,
  tags: ({ id }) => [dayOf(id), 'own sales'],
});

/** The commission of an employee; the other filters have no part in it. */
export const employeeCommission = createQuery(commissionDefinition);

/** Whose sales they are. */
export const sellerQuery = createQuery(employeeDefinition);
