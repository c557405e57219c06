import { afterEach, expect, test, vi } from 'vitest';
import { newKey } from './submission.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a key is also made on a page that came over plain http', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
