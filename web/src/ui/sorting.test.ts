import { expect, test, vi } from 'vitest';
import { createSorter, nextSorting } from './sorting.ts';

test('numbers start with the largest, words with A, and the third click restores the first order', () => {
  const first = nextSorting(null, 'Price', true);
  expect(first).toEqual({ label: 'Price', direction: 'descending' });
  const second = nextSorting(first, 'Price', true);
  expect(second).toEqual({ label: 'Price', direction: 'ascending' });
  expect(nextSorting(second, 'Price', true)).toBeNull();
  expect(nextSorting(first, 'Name')).toEqual({ label: 'Name', direction: 'ascending' });
});

test('rows without a value come last in both directions', () => {
  const sort = createSorter<number | null>(String);
  const rows = [null, 2, 10];
  expect(sort(rows, (row) => row, 'ascending')).toEqual([2, 10, null]);
  expect(sort(rows, (row) => row, 'descending')).toEqual([10, 2, null]);
});

test('numbers inside words count as numbers', () => {
  const sort = createSorter<string>(String);
  expect(sort(['C-10', 'C-9'], (row) => row, 'ascending')).toEqual(['C-9', 'C-10']);
});

type Person = { id: string; name: string; sold: number };
const person = (id: string, name = id, sold = 0): Person => ({ id, name, sold });
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).join('');

test('equal rows keep the order in which they are given, also when that changes', () => {
  const sort = createSorter<Person>(({ id }) => id);
  const [a, b, c] = [person('a', 'Ann'), person('b', 'Ann'), person('c', 'Abe')];
  const byName = ({ name }: Person) => name;
  expect(idsOf(sort([a, b, c], byName, 'ascending'))).toBe('cab');
  expect(idsOf(sort([b, a, c], byName, 'ascending'))).toBe('cba');
  expect(idsOf(sort([b, a, c], byName, 'descending'))).toBe('bac');
  expect(idsOf(sort([c, b], byName, 'descending'))).toBe('bc');
  expect(idsOf(sort([a, person('d', 'Abel'), c, b], byName, 'ascending'))).toBe('cdab');
});

test('two rows with one key are both there', () => {
  const sort = createSorter<Person>(({ id }) => id);
  const twice = [person('a', 'Bo'), person('a', 'Al')];
  for (const _again of [1, 2]) {
    const sorted = sort(twice, ({ name }) => name, 'ascending');
    expect(sorted.map(({ name }) => name)).toEqual(['Al', 'Bo']);
  }
});

test('a sale on a sorted board of a thousand people costs one comparison for each of them', () => {
  const compare = vi.spyOn(Intl.Collator.prototype, 'compare', 'get');
  const collator = vi.spyOn(Intl, 'Collator');
  const people = Array.from({ length: 1000 }, (_, at) => person(`${at}`, `Person ${(at * 7919) % 1000}`));
  const sort = createSorter<Person>(({ id }) => id);
  sort(people, ({ name }) => name, 'ascending');
  expect(compare.mock.calls.length).toBeGreaterThan(5000);
  compare.mockClear();
  // The seller overtakes all others.
  const [seller, ...others] = people.toReversed() as [Person, ...Person[]];
  const sorted = sort([{ ...seller, sold: 1 }, ...others.toReversed()], ({ name }) => name, 'ascending');
  expect(compare.mock.calls.length).toBeLessThan(1000);
  expect(collator).not.toHaveBeenCalled();
  expect(sorted.map(({ name }) => name).slice(0, 3)).toEqual(['Person 0', 'Person 1', 'Person 2']);
  vi.restoreAllMocks();
});
