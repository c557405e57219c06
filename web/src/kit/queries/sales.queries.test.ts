import { expect, test } from 'vitest';
import { withSameRows } from './sales.queries.ts';

const row = (id: string, price = 1) => ({ id, price });

test('rows that did not change stay the same objects', () => {
  const before = [row('a'), row('b')];
  const after = withSameRows(before, [row('new'), row('a'), row('b', 2)]);
  expect(after).toEqual([row('new'), row('a'), row('b', 2)]);
  expect(after[1]).toBe(before[0]);
  expect(after[2]).not.toBe(before[1]);
});

test('a list that did not change stays the same list, also after rows were removed', () => {
  const before = [row('a'), row('b')];
  expect(withSameRows(before, [row('a'), row('b')])).toBe(before);
  expect(withSameRows(before, [row('b')])).toEqual([row('b')]);
  expect(withSameRows(before, [row('b'), row('a')])).toEqual([row('b'), row('a')]);
});
