import { describe, expect, test } from 'vitest';
import { isFiltered, withFilters } from '../../kit/lists/address-filters.ts';
import { filtersIn, noFilters, queryFor } from './filters.ts';

const read = (address: string) => filtersIn(new URLSearchParams(address));

describe('the filters of an address', () => {
  test('are read as they were written, beside other parameters', () => {
    const filters = {
      person: 'e1',
      campaign: 'c1',
      kind: 'sale',
      from: '2026-03-01',
      to: '2026-03-02',
    } as const;
    const address = withFilters(new URLSearchParams('live=off'), filters);
    expect(address.get('live')).toBe('off');
    expect(filtersIn(address)).toEqual(filters);
    expect(withFilters(address, noFilters).toString()).toBe('live=off');
  });

  test('that are no date and no kind are ignored', () => {
    expect(read('from=2026-02-30&to=soon&kind=weather')).toEqual(noFilters);
  });

  test('are either active or not', () => {
    expect([isFiltered(noFilters), isFiltered(read('kind=goal'))]).toEqual([false, true]);
  });
});

describe('the query of the API', () => {
  test('has no filter that was not chosen', () => {
    expect(queryFor(noFilters)).toEqual({});
    expect(queryFor(read('person=e1&kind=sale'))).toEqual({ person: 'e1', kind: 'sale' });
  });

  test('covers whole local days, from midnight to midnight', () => {
    const { from = '', to = '' } = queryFor(read('from=2026-03-08&to=2026-03-08'));
    const [start, end] = [new Date(from), new Date(to)];
    expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([
      2026, 2, 8, 0,
    ]);
    expect([end.getDate(), end.getHours(), end.getMilliseconds()]).toEqual([8, 23, 999]);
    expect(new Date(queryFor(read('from=0099-12-31')).from ?? '').getFullYear()).toBe(99);
  });
});
