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
    ['\tcmd', '"\'\tcmd"'],
    ['\n=1+1', '"\'\n\'=1+1"'],
    [';=1+1', '";\'=1+1"'],
    ['a;-1\t+2,@b\n＝3', "\"a;'-1\t'+2,'@b\n'＝3\""],
    ['a;"=1+1', '"a;""\'=1+1"'],
    ['"=1+1', '"""\'=1+1"'],
    ['a\tb', '"a\tb"'],
    ['a; b-c', '"a; b-c"'],
    ['＝1+1', "'＝1+1"],
    ['1 = 1', '1 = 1'],
  ])('%j is written as %j', (text, cell) => {
    expect(csvRow([text])).toBe(cell);
  });

  it('without a value is empty; a number is not escaped', () => {
    expect(csvRow([null, -5, 0.5])).toBe(',-5,0.5');
  });
});

const letters = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 12 });
const cells = fc.array(letters('a', 'é', ' ', ',', ';', '\t', '"', '\n', '\r', '=', '-'), {
  minLength: 2,
  maxLength: 5,
});
const withoutMarks = (text: string | undefined) => text?.replaceAll("'", '');

test('a reader gets back what was written, formulas behind their mark', () => {
  fc.assert(
    fc.property(cells, (written) => {
      const [read] = parse(csvRow(written), { record_delimiter: '\r\n\r\n' }) as string[][];
      expect(read?.map(withoutMarks)).toEqual(written);
      expect(written.filter((cell) => /^[=\-\t\r\n]/.test(cell)).length).toBeLessThanOrEqual(
        (read ?? []).filter((cell) => cell.startsWith("'")).length,
      );
    }),
  );
});

test('no text is a formula for a spreadsheet that divides lines elsewhere', { tags: ['asvs-1.3.3'] }, () => {
  fc.assert(
    fc.property(cells, fc.constantFrom('.' as const, ',' as const), (written, decimal) => {
      for (const piece of csvRow(written, decimal).split(/[,;\t\r\n]/)) expect(piece).not.toMatch(/^"*[=-]/);
    }),
  );
});
