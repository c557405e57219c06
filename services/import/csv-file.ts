import { createReadStream, statSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse/sync';
import { IMPORT_MAX_LINE } from '#contracts/endpoints/imports.endpoints.ts';
import { CliError } from '#platform/terminal.ts';

/** A row by column, with the line on which it begins, or why that line is invalid. */
export type CsvRow<Column extends string> =
  | { readonly line: number; readonly fields: Readonly<Record<Column, string>> }
  | { readonly line: number; readonly problem: string };

/** The lines of a row that is not complete: they have an odd number of quotes. */
type Lines = { readonly first: number; readonly texts: readonly string[]; readonly length: number };

/** The most lines of a text in quotes. With more, the closing quote is taken to be missing. */
const MAX_ROW_LINES = 50;

/**
 * Reads a CSV file row by row. A malformed row does not affect other rows: after a missing quote, reading begins
 * again at the next line. Rejects with CliError when the file cannot be read or lacks one of `columns`. Other columns
 * are ignored, and any order is accepted.
 */
export async function* readCsv<Column extends string>(
  path: string,
  columns: readonly Column[],
): AsyncGenerator<CsvRow<Column>> {
  let header: string[] | undefined;
  for await (const row of rowsOf(path)) {
    if (header) {
      yield toFields(row, header, columns);
      continue;
    }
    if ('problem' in row) throw new CliError(`${path}: line ${row.line}: ${row.problem}`);
    header = row.values;
    const lacking = columns.filter((column) => !header?.includes(column));
    if (lacking.length > 0) throw new CliError(`${path} lacks the column ${lacking.join(', ')}`);
  }
  if (!header) throw new CliError(`${path} is empty`);
}

export type RawRow = { line: number; values: string[] } | { line: number; problem: string };

async function* rowsOf(path: string): AsyncGenerator<RawRow> {
  const reader = createRowReader(',');
  try {
    for await (const lines of linesOf(path)) for (const line of lines) yield* reader.add(line);
    yield* reader.end();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason = code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
    throw new CliError(`${path} cannot be read: ${reason}`, { cause });
  }
}

const NONE: readonly RawRow[] = [];
const TOO_LONG = `is longer than ${IMPORT_MAX_LINE.toLocaleString('en')} characters`;

/** Makes rows of lines, whose values stand between separators. A malformed row does not affect others. */
export function createRowReader(separator: string) {
  let open: Lines | undefined;
  let number = 0;

  /** The rows that this line completes. */
  function settle(line: number, text: string): readonly RawRow[] {
    if (text.length > IMPORT_MAX_LINE) return [...end(), { line, problem: TOO_LONG }];
    const isOdd = hasOddQuotes(text);
    if (!open) {
      if (!isOdd) return rowOf(line, text);
      open = { first: line, texts: [text], length: text.length };
      return NONE;
    }
    const { first } = open;
    open = { first, texts: [...open.texts, text], length: open.length + text.length };
    const isTooLong = open.length > IMPORT_MAX_LINE;
    if (!isOdd) return isTooLong || open.texts.length >= MAX_ROW_LINES ? giveUpFirstLine(open) : NONE;
    const rows = isTooLong ? undefined : rowOf(first, open.texts.join('\n'));
    if (!rows || rows.some((row) => 'problem' in row)) return giveUpFirstLine(open);
    open = undefined;
    return rows;
  }

  /** Refuses the first line and reads the others again without it. */
  function giveUpFirstLine({ first, texts }: Lines): readonly RawRow[] {
    open = undefined;
    const rows: RawRow[] = [{ line: first, problem: 'a quotation mark is not closed' }];
    texts.slice(1).forEach((text, index) => {
      rows.push(...settle(first + 1 + index, text));
    });
    return rows;
  }

  /** The rows of lines that are still open behind the last one. */
  function end(): readonly RawRow[] {
    const rows: RawRow[] = [];
    while (open) rows.push(...giveUpFirstLine(open));
    return rows;
  }

  /** The values of complete lines; none of blank ones. */
  function rowOf(line: number, text: string): readonly RawRow[] {
    if (text.trim() === '') return NONE;
    // Most lines have no quotes, and then a row is its parts.
    if (!text.includes('"')) return [{ line, values: text.split(separator).map((part) => part.trim()) }];
    try {
      const options = { trim: true, relax_column_count: true, delimiter: separator };
      const [values] = parse(text, options) as string[][];
      return values ? [{ line, values }] : NONE;
    } catch (error) {
      return [{ line, problem: quoteProblem(error) }];
    }
  }

  return {
    add(text: string): readonly RawRow[] {
      number += 1;
      if (text === '' && !open) return NONE;
      return settle(number, number === 1 ? text.replace(/^\uFEFF/, '') : text);
    },
    end,
  };
}

/** Quotes come in pairs, since one inside a text is doubled: with an odd number the text continues. */
function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function quoteProblem(error: unknown): string {
  return /quote/i.test((error as Error).message)
    ? 'a quotation mark stands where none may be'
    : (error as Error).message;
}

function toFields<Column extends string>(
  row: RawRow,
  header: readonly string[],
  columns: readonly Column[],
): CsvRow<Column> {
  if ('problem' in row) return row;
  const { line, values } = row;
  if (values.length !== header.length) {
    return { line, problem: `has ${values.length} fields, the first line has ${header.length}` };
  }
  const value = (column: Column) => [column, values[header.indexOf(column)] ?? ''] as const;
  return { line, fields: Object.fromEntries(columns.map(value)) as Record<Column, string> };
}

/** Enough for some million rows. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Throws CliError for a file that is missing, no file, or too large, before any of it is read. */
export function expectCsvFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) throw new CliError(`${path} cannot be read: there is no such file`);
  if (!file.isFile()) throw new CliError(`${path} is not a file`);
  if (file.size > MAX_BYTES) {
    const advice = 'Split it; rows that are imported twice count once.';
    throw new CliError(`${path} is larger than 200 MB, the most that one import takes. ${advice}`);
  }
}

/** The limit keeps a file that is no CSV file from filling the memory. */
const MAX_LINE = 1_000_000;

/** The lines of a UTF-8 file without line ends, some at a time. Rejects when the file cannot be read. */
async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  let isHeader = true;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of createReadStream(path)) {
    const text = decoded(decoder, chunk as Buffer);
    if (isHeader && headerOf(text).includes('\u0000')) throw new Error(NOT_CSV);
    isHeader &&= !text.includes('\n');
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new Error(`a line is longer than ${MAX_LINE} characters`);
    yield lines.map(withoutReturn);
  }
  if (rest !== '') yield [withoutReturn(rest)];
}

const NOT_CSV = 'it is not a CSV file in UTF-8. In a spreadsheet, save it as "CSV UTF-8".';

/** Spreadsheets, pictures and archives contain other bytes than a text in UTF-8. */
function decoded(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new Error(NOT_CSV, { cause });
  }
}

const headerOf = (text: string) => text.split('\n', 1)[0] ?? '';

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
