import { parse } from 'csv-parse/sync';
import { linesOf } from './csv-lines.ts';
import { ImportProblem } from './import.args.ts';

/** A row of a file, by column, with the line it begins on; or why that line is no row. */
export type CsvRow<Column extends string> =
  | { readonly line: number; readonly fields: Readonly<Record<Column, string>> }
  | { readonly line: number; readonly problem: string };

type Lines = { readonly first: number; readonly texts: string[] };

/** Text in quotes may go over so many lines; beyond, a quote was forgotten. */
const MAX_ROW_LINES = 50;

/**
 * Reads a CSV file row by row. A malformed row costs that row and no other: whatever a forgotten quote
 * swallowed is read again from the next line. Rejects with ImportProblem when the file cannot be read or lacks
 * one of `columns`; more columns and another order do no harm.
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
    if ('problem' in row) throw new ImportProblem(`${path}: line ${row.line}: ${row.problem}`);
    header = row.values;
    const lacking = columns.filter((column) => !header?.includes(column));
    if (lacking.length > 0) throw new ImportProblem(`${path} lacks the column ${lacking.join(', ')}`);
  }
  if (!header) throw new ImportProblem(`${path} is empty`);
}

type RawRow = { line: number; values: string[] } | { line: number; problem: string };

async function* rowsOf(path: string): AsyncGenerator<RawRow> {
  let open: Lines | undefined;
  let number = 0;
  try {
    for await (const text of linesOf(path)) {
      number += 1;
      const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
      open = open ? { first: open.first, texts: [...open.texts, line] } : { first: number, texts: [line] };
      if (isComplete(open.texts)) {
        yield* settle(open);
        open = undefined;
      } else if (open.texts.length >= MAX_ROW_LINES) {
        const { rows, rest } = giveUpFirstLine(open);
        yield* rows;
        open = rest;
      }
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason = code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
    throw new ImportProblem(`${path} cannot be read: ${reason}`, { cause });
  }
  while (open) {
    const { rows, rest } = giveUpFirstLine(open);
    yield* rows;
    open = rest;
  }
}

/** Quotes come in pairs, since one inside a text is doubled: an odd number means that a text goes on. */
function isComplete(texts: readonly string[]): boolean {
  return texts.reduce((quotes, text) => quotes + text.split('"').length - 1, 0) % 2 === 0;
}

function settle(lines: Lines): RawRow[] {
  const { first, texts } = lines;
  const text = texts.join('\n');
  if (text.trim() === '') return [];
  try {
    const [values] = parse(text, { trim: true, relax_column_count: true }) as string[][];
    return values ? [{ line: first, values }] : [];
  } catch (error) {
    if (texts.length === 1) return [{ line: first, problem: quoteProblem(error) }];
    const { rows, rest } = giveUpFirstLine(lines);
    return rest ? [...rows, ...settle(rest)] : rows;
  }
}

/** Refuses the first line and takes the others as if it had not been there. */
function giveUpFirstLine({ first, texts }: Lines): { rows: RawRow[]; rest: Lines | undefined } {
  const rows: RawRow[] = [{ line: first, problem: 'a quotation mark is not closed' }];
  let rest: Lines | undefined;
  texts.slice(1).forEach((text, index) => {
    rest = rest
      ? { first: rest.first, texts: [...rest.texts, text] }
      : { first: first + 1 + index, texts: [text] };
    if (!isComplete(rest.texts)) return;
    rows.push(...settle(rest));
    rest = undefined;
  });
  return { rows, rest };
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
