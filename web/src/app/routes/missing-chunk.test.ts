import { expect, test } from 'vitest';
import { isMissingChunk } from './missing-chunk.ts';

test.each([
  'Failed to fetch dynamically imported module: http://x/assets/a.js',
  'error loading dynamically imported module: http://x/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('%s', (words) => expect(isMissingChunk(new TypeError(words))).toBe(true));

test('a bug in a screen is no missing chunk', () => {
  expect(isMissingChunk(new TypeError("Cannot read properties of undefined (reading 'x')"))).toBe(false);
  expect(isMissingChunk('nothing')).toBe(false);
});
