import { describe, expect, it } from 'vitest';
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_LINE } from '#contracts/endpoints/imports.endpoints.ts';
import { rejected } from '#contracts/result.ts';
import { rowsByColumn, survey } from './file-rows.ts';

const SIZE = 500_000;
/** The most characters that are read in one turn of the event loop. */
const A_TURN = 150_000;
const HEADER = 'date,employee\n';

const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length));

/** The turns of the event loop during `work`. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await work();
  clearImmediate(next);
  return turns;
}

/** The rows, good and bad, that a file of these two columns has. */
async function rowsOf(text: string): Promise<string[]> {
  const rows: string[] = [];
  for await (const row of rowsByColumn(text, { date: 0, employee: 1 }))
    rows.push('reason' in row ? row.reason : row.value('date'));
  return rows;
}

describe('a large file gives way to other work', () => {
  it.each([
    ['line ends', fill('\n')],
    ['line ends of Windows', fill('\r\n')],
    ['blanks', `${HEADER}${fill('   \n')}`],
    ['short rows', `${HEADER}${fill('1\n')}`],
    ['long rows', `${HEADER}${fill(`${'x'.repeat(50_000)},1\n`)}`],
    ['rows of separators', `${HEADER}${fill(`${';'.repeat(50_000)},${','.repeat(40_000)}\n`)}`],
    ['quotes', `${HEADER}${fill('"\n')}`],
    ['quotes in every line', `${HEADER}${fill('a"b\n')}`],
    ['a quote that never closes', `${HEADER}"${fill('1,2\n')}`],
    ['long lines after such a quote', `${HEADER}"${fill(`${'x'.repeat(50_000)}\n`)}`],
    ['a line that is too long', `${HEADER}${fill('"')}\n${fill('\n')}`],
  ])('of %s', async (_what, text) => {
    const turns = await turnsOf(async () => {
      await survey(text);
      return rowsOf(text);
    });
    expect(turns).toBeGreaterThan((2 * SIZE) / A_TURN);
  });
});

describe('a first line', () => {
  it.each([
    ['commas', fill(','), 'lineTooLong'],
    ['semicolons', fill(';'), 'lineTooLong'],
    ['quotes', fill('"'), 'lineTooLong'],
    ['one field', fill('x'), 'lineTooLong'],
    ['many columns', ','.repeat(IMPORT_MAX_COLUMNS), 'tooManyColumns'],
  ] as const)('of %s is refused', async (_what, line, code) => {
    for (const text of [line, `${line}\n1,2\n`]) expect(await survey(text)).toEqual(rejected(code));
  });

  it('has at most so many columns', async () => {
    const found = await survey(`${','.repeat(IMPORT_MAX_COLUMNS - 1)}\n1\n`);
    expect(found).toMatchObject({ ok: true, value: { rows: 1 } });
  });
});

describe('a row', () => {
  it('that is too long is refused, and no other', async () => {
    const long = 'x'.repeat(IMPORT_MAX_LINE + 1);
    expect(await rowsOf(`${HEADER}1,a\n${long}\n2,b\n"3\n${long}\n4,d`)).toEqual([
      '1',
      'is longer than 100,000 characters',
      '2',
      'a quotation mark is not closed',
      'is longer than 100,000 characters',
      '4',
    ]);
  });

  it('is no longer in several lines than in one', async () => {
    const half = 'x'.repeat(IMPORT_MAX_LINE / 2);
    expect(await rowsOf(`${HEADER}"1${half}\n${half}",b\n2,c`)).toEqual([
      'a quotation mark is not closed',
      'a quotation mark is not closed',
      '2',
    ]);
  });

  it('is refused with a value that is longer than any name', async () => {
    const rows = await rowsOf(`${HEADER}${'1'.repeat(511)},a\n${'1'.repeat(512)},a`);
    expect(rows.map((row) => row.slice(-30))).toEqual(['1'.repeat(30), 'is longer than 511 characters']);
  });
});
