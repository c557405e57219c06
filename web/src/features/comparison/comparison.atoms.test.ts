import { expect, test } from 'vitest';
import type { ComparedRow } from '#contracts/endpoints/comparison.endpoints.ts';
import { aRow } from '../../testing/people.ts';
import { differencesOf, effectText } from './comparison.atoms.ts';

const compared = (changed: Partial<ComparedRow>): ComparedRow => ({
  employee_id: 'e1',
  first_name: 'Priya',
  last_name: 'Raman',
  known_then: aRow('e1', { commission: 120.5, sales: 3 }),
  known_today: aRow('e1', { commission: 100, sales: 2 }),
  differing: ['sales', 'commission'],
  events: [],
  ...changed,
});

test('only differing figures are listed, before and after', () => {
  expect(differencesOf(compared({}))).toEqual([
    { label: 'Closed sales', past: '3', present: '2' },
    { label: 'Commission', past: '$120.50', present: '$100.00' },
  ]);
});

test('an employee who was not on the board is listed as that, with the name', () => {
  const added = compared({ known_then: null, differing: ['first_name', 'commission'] });
  expect(differencesOf(added)).toEqual([
    { label: 'Commission', past: 'Not on the board', present: '$100.00' },
  ]);
});

test('the effect of an event has its sign', () => {
  expect(effectText({ commission: 12, sales: 1 })).toBe('+$12.00, +1 sale');
  expect(effectText({ commission: -20.5, sales: -2 })).toBe('−$20.50, −2 sales');
  expect(effectText({ commission: 0, sales: 0 })).toBe('');
});
