import { expect, test } from 'vitest';
import { arranged } from './arranged.ts';

const rows = (...keys: string[]) => keys.map((key) => ({ key }));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key);
const keyOf = ({ key }: { key: string }) => key;

test('rows keep the order there was, with what they are now', () => {
  expect(keysOf(arranged(rows('b', 'a', 'c'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
});

test('who is new stands behind until the order is another, who is gone is gone', () => {
  expect(keysOf(arranged(rows('new', 'c', 'a'), keyOf, ['a', 'b', 'c']))).toEqual(['a', 'c', 'new']);
});

test('in their order they are the same list', () => {
  const same = rows('a', 'b');
  expect(arranged(same, keyOf, ['a', 'b'])).toBe(same);
});
