import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvRow } from './csv.ts';

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a, b', '"a, b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['\tcmd', "'\tcmd"],
    ['\n=1+1', '"\'\n=1+1"'],
    ['＝1+1', "'＝1+1"],
    ['1 = 1', '1 = 1'],
  ])('%j is written as %j', (text, cell) => {
    expect(csvRow([text])).toBe(cell);
  });

  it('without a value is empty; a number is not escaped', () => {
    expect(csvRow([null, -5, 0.5])).toBe(',-5,0.5');
  });
});

test('a reader gets back what was written, formulas behind their mark', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', ' ', '\n', '\r', '=', '-', "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (cells) => {
      const [read] = parse(csvRow(cells), { record_delimiter: '\r\n\r\n' }) as string[][];
      expect(read).toEqual(cells.map((cell) => (/^[=\-\r\n]/.test(cell) ? `'${cell}` : cell)));
    }),
  );
});
