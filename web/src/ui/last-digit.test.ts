import { expect, test } from 'vitest';
import { hoursUnit } from './format.ts';
import { lastDigit } from './number-text.ts';

test.each([
  ['8', '8'],
  ['87', '7'],
  ['8x', '8'],
  ['-1', '1'],
  ['abc', ''],
  ['٣', ''],
  ['', ''],
])('typing %j leaves %j', (typed, left) => expect(lastDigit(typed)).toBe(left));

test.each([
  ['1', 'hr'],
  ['0', 'hrs'],
  ['8', 'hrs'],
  ['', 'hrs'],
])('the unit of %j is %s', { tags: ['spec-9.8'] }, (digit, unit) => expect(hoursUnit(digit)).toBe(unit));
