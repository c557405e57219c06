import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whatHappensWhen } from '#tests/docs/what-happens-when.ts';
import { ROOT } from './source-files.ts';

test('infra/what-happens-when.md is up to date; `npm run docs` writes it', () => {
  const written = readFileSync(join(ROOT, 'infra/what-happens-when.md'), 'utf8');
  expect(written).toBe(whatHappensWhen());
  expect(written).toMatch(/^\| SaleRecorded \|.*sales-book.*\| .*billboard/m);
  expect(written).toMatch(/^\| billboard \|.*`\/layout\//m);
});
