import { expect, test } from 'vitest';
import { shouldMove } from './release.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['the server has another release', 'a', 'b', {}, true],
  ['it is the same', 'a', 'a', {}, false],
  ['the server has not said yet', 'a', null, {}, false],
  ['the page has none, with the development server', null, 'b', {}, false],
  ['that release was tried a moment ago', 'a', 'b', { b: HOUR_MS - 1 }, false],
  ['it was tried an hour ago', 'a', 'b', { b: 0 }, true],
  ['another one was tried', 'a', 'b', { c: HOUR_MS - 1 }, true],
] as const)('%s', (_when, own, served, attempts, expected) => {
  expect(shouldMove(own, served, attempts, HOUR_MS)).toBe(expected);
});

test('two releases at one address move a page twice an hour, not for ever', () => {
  const attempts: Record<string, number> = {};
  let own = 'a';
  let moves = 0;
  for (let minute = 0; minute < 60; minute++) {
    const served = minute % 2 === 0 ? 'b' : 'a';
    if (!shouldMove(own, served, attempts, minute * 60_000)) continue;
    attempts[served] = minute * 60_000;
    own = served;
    moves++;
  }
  expect(moves).toBe(2);
});
