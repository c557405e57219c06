import { expect, test } from 'vitest';
import { refusalText } from './refusal-text.ts';

test('a refused field says what is wrong with it; an empty one is red without words', () => {
  expect(refusalText('zwei', 'Enter a number')).toBe('Enter a number');
  expect(refusalText(' ', 'Enter a number')).toBe(true);
  expect(refusalText('Grace')).toBe(true);
});

test('what somebody else put comes before anything else', () => {
  expect(refusalText('17', 'Enter a number', '16')).toBe(
    'Somebody else put “16” here meanwhile. Save again to keep yours.',
  );
  expect(refusalText('17', undefined, '')).toContain('“nothing”');
});
