import { expect, it } from 'vitest';
import { withEntry, withMember } from './command.ts';

it('a set is copied only when a member comes or goes', () => {
  const set: ReadonlySet<string> = new Set(['a']);
  expect(withMember(set, 'a', true)).toBe(set);
  expect(withMember(set, 'b', false)).toBe(set);
  expect(withMember(set, 'b', true)).toEqual(new Set(['a', 'b']));
  expect(withMember(set, 'a', false)).toEqual(new Set());
  expect(set).toEqual(new Set(['a']));
});

it('a map is copied with an entry, or without it', () => {
  const map: ReadonlyMap<string, number> = new Map([['a', 1]]);
  expect(withEntry(map, 'b', 2)).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  );
  expect(withEntry(map, 'a', undefined)).toEqual(new Map());
  expect(map).toEqual(new Map([['a', 1]]));
});
