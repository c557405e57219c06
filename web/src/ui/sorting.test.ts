import { expect, test } from 'vitest';
import { nextSorting, sortRows } from './sorting.ts';

test('numbers start with the largest, words with A, and the third click restores the first order', () => {
  const first = nextSorting(null, 'Price', true);
  expect(first).toEqual({ label: 'Price', direction: 'descending' });
  const second = nextSorting(first, 'Price', true);
  expect(second).toEqual({ label: 'Price', direction: 'ascending' });
  expect(nextSorting(second, 'Price', true)).toBeNull();
  expect(nextSorting(first, 'Name')).toEqual({ label: 'Name', direction: 'ascending' });
});

test('rows without a value come last in both directions', () => {
  const rows = [null, 2, 10];
  expect(sortRows(rows, (row) => row, 'ascending')).toEqual([2, 10, null]);
  expect(sortRows(rows, (row) => row, 'descending')).toEqual([10, 2, null]);
});

test('numbers inside words count as numbers', () => {
  expect(sortRows(['C-10', 'C-9'], (row) => row, 'ascending')).toEqual(['C-9', 'C-10']);
});
