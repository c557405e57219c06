import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';

type Row = { name: string; price: number; note: string | null };

const columns: readonly Column<Row>[] = [
  { label: 'No', show: (_row, place) => place },
  {
    label: 'Name',
    show: ({ name }) => name,
    sortBy: ({ name }) => name.toLowerCase(),
    csv: ({ name }) => name,
  },
  { label: 'Price', show: ({ price }) => `$${price}`, sortBy: ({ price }) => price },
  { label: 'Note', show: ({ note }) => note ?? '–', csv: ({ note }) => note },
];

const linesOf = (...rows: Row[]) => csvOf(columns, rows, '.').split('\r\n');

test('a download has the columns with a value, in their order and without formatting', () => {
  expect(linesOf({ name: 'Zoë', price: 1234.5, note: null }, { name: 'Al', price: 2, note: 'x' })).toEqual([
    'Name,Price,Note',
    'Zoë,1234.5,',
    'Al,2,x',
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])(
  'the text %j is none that a spreadsheet would run',
  (note) => {
    const [, line] = linesOf({ name: 'x', price: 1, note });
    expect(line).toContain(`'${note}`);
  },
);

test('where decimals have a comma, semicolons stand between the cells', () => {
  expect(csvOf(columns, [{ name: 'a; b', price: 1234.5, note: 'c' }], ',')).toBe(
    'Name;Price;Note\r\n"a; b";1234,5;c',
  );
});

test('no text is a formula behind a separator of another spreadsheet', () => {
  expect(linesOf({ name: ';=1+1', price: 1, note: 'a\t-1' })[1]).toBe('";\'=1+1",1,"a\t\'-1"');
});

test('numbers stay numbers', () => {
  expect(linesOf({ name: 'x', price: -5, note: null })[1]).toBe('x,-5,');
});

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvOf(columns, [{ name: 'a,"b"', price: 1, note: 'c\nd' }], '.')).toBe(
    'Name,Price,Note\r\n"a,""b""",1,"c\nd"',
  );
});
