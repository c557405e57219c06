import { expect, test } from 'vitest';
import { orderByKeys } from './use-throttled.ts';

const rows = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key);
const keyOf = ({ key }: { key: string }) => key;

test('rows with new values keep their order', () => {
  expect(keysOf(orderByKeys(rows('b', 'a', 'c'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
});

test('a new row comes last until the order changes, and a removed row is gone', () => {
  expect(keysOf(orderByKeys(rows('new', 'c', 'a'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'c', 'new']);
});

test('rows that are in order stay the same list', () => {
  const same = rows('a', 'b');
  expect(orderByKeys(same, keyOf, ['a', 'b'])).toBe(same);
});
