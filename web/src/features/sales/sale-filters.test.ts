import { expect, test } from 'vitest';
import { withFilters } from '../../kit/lists/address-filters.ts';
import { noSaleFilters, saleFiltersIn, saleQueryOf, saleSortIn, sortingOf, sortOf } from './sale-filters.ts';

const read = (address: string) => saleFiltersIn(new URLSearchParams(address));

test('the filters of an address are read as they were written', () => {
  const filters = {
    search: 'Ada & co',
    status: 'Closed',
    campaign: 'c1',
    from: '2026-03-01',
    to: '2026-03-02',
  } as const;
  expect(saleFiltersIn(withFilters(new URLSearchParams(), filters))).toEqual(filters);
  expect(read('')).toEqual(noSaleFilters);
});

test('an unknown status and a text that is too long are not sent', () => {
  expect(read('status=closed')).toEqual(noSaleFilters);
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(255);
});

test('the query of the API has what was chosen only', () => {
  expect(saleQueryOf(noSaleFilters)).toEqual({});
  expect(saleQueryOf({ ...noSaleFilters, search: '  ' })).toEqual({});
  expect(saleQueryOf(read('search=%20ada&status=Lead&campaign=c1&from=2026-03-01'))).toEqual({
    ...{ search: 'ada', status: 'Lead', campaignId: 'c1', from: '2026-03-01' },
  });
});

test.each(['', 'date', 'name', '-campaign', 'customer', '-price', 'commission', '-status'])(
  'the order %s is the same in the address and in the marks of the table',
  (sort) => {
    expect(saleSortIn(new URLSearchParams({ sort }))).toEqual({ sort });
    expect(sortOf(sortingOf(sort))).toBe(sort);
  },
);

test.each(['entry_date', '--name', 'Name', '-'])('the order %s is the usual one', (sort) =>
  expect(saleSortIn(new URLSearchParams({ sort }))).toEqual({ sort: '' }),
);
