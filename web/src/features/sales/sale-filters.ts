import { isLocalDate } from '#contracts/local-date.ts';
import { SALE_STATUSES, type SaleStatus } from '#contracts/sale-status.ts';

/** What a list of sales is narrowed to; empty for all. Dates are the employee's, both included. */
export type SaleFilters = {
  readonly search: string;
  readonly status: SaleStatus | '';
  readonly campaign: string;
  readonly from: string;
  readonly to: string;
};

export const noSaleFilters: SaleFilters = { search: '', status: '', campaign: '', from: '', to: '' };

/** The filters in an address; an invalid status or date is ignored. */
export function saleFiltersIn(address: URLSearchParams): SaleFilters {
  const of = (name: keyof SaleFilters) => address.get(name) ?? '';
  const date = (name: 'from' | 'to') => (isLocalDate(of(name)) ? of(name) : '');
  return {
    search: of('search').slice(0, 255),
    status: SALE_STATUSES.find((status) => status === of('status')) ?? '',
    campaign: of('campaign'),
    from: date('from'),
    to: date('to'),
  };
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
