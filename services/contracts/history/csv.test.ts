import { describe, expect, it } from 'vitest';
import { csvCell, csvHeader } from './csv.ts';

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
  ])('%j stands as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

it('begins with the mark by which a spreadsheet knows UTF-8', () => {
  expect(csvHeader.startsWith('\uFEFFPosition,When (UTC),What,')).toBe(true);
  expect(csvHeader.endsWith('\r\n')).toBe(true);
});
