import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from '#platform/terminal.ts';
import { expectCsvFile, readCsv } from './csv-file.ts';

describe('a CSV file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallyboard-csv-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Every row as `line: values` or `line! problem`. */
  async function read(...lines: string[]): Promise<string[]> {
    const file = join(folder, 'file.csv');
    writeFileSync(file, lines.join('\n'));
    const rows: string[] = [];
    for await (const row of readCsv(file, ['id', 'name'])) {
      rows.push(
        'problem' in row ? `${row.line}! ${row.problem}` : `${row.line}: ${row.fields.id}|${row.fields.name}`,
      );
    }
    return rows;
  }

  it('is read by the names of its columns, in any order', async () => {
    expect(await read('name,other,id', 'Ada,x,1', 'Bob,y,2')).toEqual(['2: 1|Ada', '3: 2|Bob']);
  });

  it('may begin with a byte order mark, end its lines as Windows does and have empty lines', async () => {
    const lines = ['\uFEFFid,name\r', '1,Ada\r', '\r', '2, Bob \r', '  \t', ''];
    expect(await read(...lines)).toEqual(['2: 1|Ada', '4: 2|Bob']);
  });

  it('may have commas, quotes and line breaks in quotes', async () => {
    expect(await read('id,name', '1,"a, ""b""', 'c"', '2,d')).toEqual(['2: 1|a, "b"\nc', '4: 2|d']);
  });

  it('skips only a row of another length', async () => {
    const rows = await read('id,name', '1', '2,b', '3,c,extra', '4,d');
    expect(rows).toEqual([
      '2! has 1 fields, the first line has 2',
      '3: 2|b',
      '4! has 3 fields, the first line has 2',
      '5: 4|d',
    ]);
  });

  it('skips only a row with a stray quote', async () => {
    expect(await read('id,name', '1,"a"b', '2,c')).toEqual([
      '2! a quotation mark stands where none may be',
      '3: 2|c',
    ]);
    expect(await read('id,name', '1,a"b', '2,c', '3,d')).toEqual([
      '2! a quotation mark is not closed',
      '3: 2|c',
      '4: 3|d',
    ]);
  });

  it('skips only a row with an unclosed quote, and none after it', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `${at},x`);
    const rows = await read('id,name', '0,"open', ...many);
    expect(rows).toHaveLength(201);
    expect(rows[0]).toBe('2! a quotation mark is not closed');
    expect(rows.at(-1)).toBe('202: 199|x');
  });

  it('may have a text of fifty lines, no longer one', async () => {
    const textOf = (lines: number) => ['0,"open', ...Array.from({ length: lines - 2 }, () => 'x'), 'end"'];
    expect(await read('id,name', ...textOf(50))).toHaveLength(1);
    expect(await read('id,name', ...textOf(51))).toContain('2! a quotation mark is not closed');
  });

  it('distinguishes two broken rows from one long text', async () => {
    expect(await read('id,name', '1,a"', '2,b', '3,"c', '4,d')).toEqual([
      '2! a quotation mark is not closed',
      '3: 2|b',
      '4! a quotation mark is not closed',
      '5: 4|d',
    ]);
  });

  it('is refused as a whole when it is missing, has no rows or lacks columns', async () => {
    await expect(read('id,nom', '1,a')).rejects.toThrow(/lacks the column name$/);
    await expect(read('')).rejects.toThrow(/is empty$/);
    const nowhere = readCsv(join(folder, 'nowhere.csv'), ['id']);
    await expect(nowhere.next()).rejects.toThrow(CliError);
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b030414000600080000002100', 'hex')],
    ['a text in UTF-16', Buffer.from('\uFEFFid,name\n1,Ada\n', 'utf16le')],
    ['a text in Latin-1', Buffer.from('id,name\n1,Zoë\n', 'latin1')],
  ])('that is %s is refused with advice', async (_kind, bytes) => {
    const file = join(folder, 'other.csv');
    writeFileSync(file, bytes);
    await expect(readCsv(file, ['id', 'name']).next()).rejects.toThrow(
      /other\.csv cannot be read: it is not a CSV file in UTF-8\. In a spreadsheet, save it as "CSV UTF-8"\.$/,
    );
  });

  it('of 10 GB, a folder and a missing one are refused before anything is read', () => {
    const file = join(folder, 'large.csv');
    writeFileSync(file, 'id,name\n');
    expectCsvFile(file);
    truncateSync(file, 10 * 1024 ** 3);
    expect(() => expectCsvFile(file)).toThrow(/large\.csv is larger than 200 MB/);
    expect(() => expectCsvFile(folder)).toThrow(/is not a file$/);
    expect(() => expectCsvFile(join(folder, 'nowhere.csv'))).toThrow(/there is no such file$/);
  });
});
