import { expect, test } from 'vitest';
import { fieldError } from './form-fields.hooks.ts';

test('a refused field shows its message; an empty one is red without a text', () => {
  expect(fieldError('zwei', 'Enter a number')).toBe('Enter a number');
  expect(fieldError(' ', 'Enter a number')).toBe(true);
  expect(fieldError('Grace')).toBe(true);
});

test('a conflict comes before any other message', () => {
  expect(fieldError('17', 'Enter a number', '16')).toBe(
    'Somebody else put “16” here meanwhile. Save again to keep yours.',
  );
  expect(fieldError('17', undefined, '')).toContain('“nothing”');
});
