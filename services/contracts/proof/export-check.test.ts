import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createExportCheck } from './export-check.ts';

const sha256 = (text: string) => hash('sha256', text);

it('never throws, whatever is in it', () => {
  for (const text of [
    '',
    'x',
    '[]',
    '{"export":1}',
    '["event"]',
    'null',
    '["end",null]',
    '["event",1,2,3]',
  ]) {
    const check = createExportCheck(sha256);
    check.add(`\n${text}\n${text}\n`);
    expect(check.end().wrong).toBeGreaterThan(0);
  }
});
