import { expect, it } from 'vitest';
import { csvHeader } from './history-export.ts';

it('begins with the byte order mark that tells spreadsheets UTF-8', () => {
  expect(csvHeader.startsWith('\uFEFFPosition,When (UTC),What,')).toBe(true);
  expect(csvHeader.endsWith('\r\n')).toBe(true);
});
