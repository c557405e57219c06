import { expect, test } from 'vitest';
import { aRow } from '../testing/people.ts';
import { distanceOf } from './billboard-table.tsx';

const rows = [
  aRow('ann', { commission: 100.3 }),
  aRow('bob', { commission: 0.1 }),
  aRow('cyd', { commission: 0.1 }),
];

test('the distance is the commission to the next better place', () => {
  expect(distanceOf(rows, 'bob')).toBe('$100.20 to no. 1');
  expect(distanceOf(rows, 'cyd')).toBe('level with no. 2');
});

test('the best has none, and a person without a row', () => {
  expect(distanceOf(rows, 'ann')).toBeNull();
  expect(distanceOf(rows, 'eve')).toBeNull();
  expect(distanceOf(rows, undefined)).toBeNull();
});
