import { SALE_SORTS, type SaleSort } from '#contracts/endpoints/sales.endpoints.ts';
import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';
import type { Sorting } from '../../ui/sorting.ts';

/** What a list of sales is narrowed to; empty for all. Dates are the employee's, both included. */
export type SaleFilters = {
  readonly search: string;
  readonly status: SaleStatus | '';
  readonly campaign: string;
  readonly from: string;
  readonly to: string;
};

export const noSaleFilters: SaleFilters = { search: '', status: '', campaign: '', from: '', to: '' };

/** The filters in an address; an unknown status is ignored. The dates are as they stand there, also wrong ones. */
export function saleFiltersIn(address: URLSearchParams): SaleFilters {
  const of = (name: keyof SaleFilters) => address.get(name) ?? '';
  return {
    search: of('search').slice(0, 255),
    status: SALE_STATUSES.find((status) => status === of('status')) ?? '',
    campaign: of('campaign'),
    from: of('from'),
    to: of('to'),
  };
}

/** The order in an address, as the API takes it; empty for newest first, also where it names no column. */
export function saleSortIn(address: URLSearchParams): { readonly sort: string } {
  const sort = address.get('sort') ?? '';
  return { sort: SALE_SORTS.some((by) => sort === by || sort === `-${by}`) ? sort : '' };
}

/** The columns of the table, by their names in the API. */
const LABELS: Readonly<Record<SaleSort, string>> = {
  date: 'Date',
  name: 'Name',
  campaign: 'Campaign',
  customer: 'Customer Number',
  price: 'Price',
  commission: 'Commission',
  status: 'Status',
};

/** The marks of the table for an order; null for the usual one. */
export function sortingOf(sort: string): Sorting | null {
  const [by, direction] = sort.startsWith('-')
    ? [sort.slice(1), 'descending' as const]
    : [sort, 'ascending' as const];
  const label = LABELS[by as SaleSort];
  return label === undefined ? null : { label, direction };
}

export function sortOf(sorting: Sorting | null): string {
  const by = SALE_SORTS.find((each) => LABELS[each] === sorting?.label) ?? '';
  return by && sorting?.direction === 'descending' ? `-${by}` : by;
}

/** How often a search that is being typed is sent. */
export const SEARCH_INTERVAL_MS = 400;

/** The filters as the API takes them. */
export function saleQueryOf({ search, status, campaign, from, to }: SaleFilters) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(campaign && { campaignId: campaign }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
