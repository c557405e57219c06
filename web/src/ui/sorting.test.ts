import { expect, test } from 'vitest';
import { sorted, turned } from './sorting.ts';

test('numbers start with the largest, words with A, and the third click gives the first order back', () => {
  const first = turned(null, 'Price', true);
  expect(first).toEqual({ label: 'Price', direction: 'descending' });
  const second = turned(first, 'Price', true);
  expect(second).toEqual({ label: 'Price', direction: 'ascending' });
  expect(turned(second, 'Price', true)).toBeNull();
  expect(turned(first, 'Name')).toEqual({ label: 'Name', direction: 'ascending' });
});

test('what has no value comes last in both directions', () => {
  const rows = [null, 2, 10];
  expect(sorted(rows, (row) => row, 'ascending')).toEqual([2, 10, null]);
  expect(sorted(rows, (row) => row, 'descending')).toEqual([10, 2, null]);
});

test('numbers inside words count as numbers', () => {
  expect(sorted(['C-10', 'C-9'], (row) => row, 'ascending')).toEqual(['C-9', 'C-10']);
});
