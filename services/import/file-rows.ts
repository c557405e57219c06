import {
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_LINE,
  type RefusedRow,
} from '#contracts/endpoints/imports.endpoints.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { normalizeName, TEXT_MAX } from '#contracts/text.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import { createRowReader } from './csv-file.ts';

/** What became of a row, and of a thing that an import is to take back. */
export type Recorded = RefusedRow | 'known' | { readonly id: string };
export type Undone = 'deleted' | 'kept';
/** The context of one step of an import; the same step has the same command id. */
export type ContextOf = (...step: readonly string[]) => CommandContext;

/** The correlation id of the events of an undo. */
export const undoIdOf = (importId: string): string => derivedId(importId, 'undo');

type Limit = { readonly limit: number };
export const ALL: Limit = { limit: 1_000_000 };
type ListedPerson = Readonly<
  Record<'id' | 'first_name' | 'last_name' | 'email' | 'employee_role', string> & {
    employee_number: string | null;
  }
>;
type ListedCampaign = Readonly<Record<'campaign_id' | 'campaign_name', string>>;
export type CompanyQueries = {
  listEmployees(companyId: string, all: object, wish: Limit): Promise<{ rows: readonly ListedPerson[] }>;
  campaignsOf(companyId: string, wish: Limit): Promise<{ rows: readonly ListedCampaign[] }>;
};

/** What names stand for; null: two things have this name. */
export type Named = { readonly id: string; readonly name: string };
export type ByName = Map<string, Named | null>;

export function addName(all: ByName, key: string | null, { id, name }: Named): void {
  if (!key) return;
  const known = all.get(normalizeName(key));
  all.set(normalizeName(key), known === undefined || known?.id === id ? { id, name } : null);
}

export const isRefused = (row: object): row is RefusedRow => 'reason' in row;

/** The lines of a text, without making a list of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? undefined : end);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    from = end === -1 ? text.length : end + 1;
  }
}

/** The separator of the first line: the one that is there most often. */
function separatorOf(text: string): string {
  const [first = ''] = linesOf(text.slice(0, IMPORT_MAX_LINE));
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ',');
}

/** Work goes on in portions of so many characters, so that requests are answered in between. */
const PORTION = 50_000;
/** Each row is work of its own, as much as this many characters. */
const ROW = 100;

/** Lets requests be answered. */
export const giveWay = () => new Promise<void>((resume) => setImmediate(resume));

async function* rowsOf(text: string) {
  const reader = createRowReader(separatorOf(text));
  let left = PORTION;
  for (const line of linesOf(text)) {
    for (const row of reader.add(line)) {
      left -= ROW;
      yield row;
    }
    left -= line.length + 1;
    if (left > 0) continue;
    await giveWay();
    left = PORTION;
  }
  yield* reader.end();
}

export type Survey = {
  readonly header: readonly string[];
  readonly rows: number;
  /** The first rows, to guess from. */
  readonly first: readonly (readonly string[])[];
};

/** The columns of a file and the number of its rows, counted up to `most`. */
export async function survey(
  text: string,
  most = Infinity,
): Promise<Result<Survey, 'emptyFile' | 'lineTooLong' | 'tooManyColumns'>> {
  let header: readonly string[] | undefined;
  const first: (readonly string[])[] = [];
  let rows = 0;
  const [firstLine = ''] = linesOf(text);
  if (firstLine.length > IMPORT_MAX_LINE) return rejected('lineTooLong');
  for await (const row of rowsOf(text)) {
    if (!header) {
      if ('problem' in row) return rejected('emptyFile');
      header = row.values;
      if (header.length > IMPORT_MAX_COLUMNS) return rejected('tooManyColumns');
      continue;
    }
    rows += 1;
    if (rows > most) break;
    if ('values' in row && row.values.length === header.length && first.length < 1000) first.push(row.values);
  }
  return header && rows > 0 ? accepted({ header, rows, first }) : rejected('emptyFile');
}

/** The names of the columns; none for a file without them. */
export async function headerOf(text: string): Promise<readonly string[]> {
  for await (const row of rowsOf(text)) return 'values' in row ? row.values : [];
  return [];
}

/** The places of columns by the names that spreadsheets and other programs give them. */
export function placesOf<Column extends string>(
  header: readonly string[],
  names: Readonly<Record<Column, readonly string[]>>,
): Record<Column, number | null> {
  const plain = header.map((name) => normalizeName(name).replaceAll('_', ' '));
  const place = (column: Column) => {
    const at = names[column].map((name) => plain.indexOf(name)).find((found) => found >= 0);
    return [column, at ?? null] as const;
  };
  return Object.fromEntries((Object.keys(names) as Column[]).map(place)) as Record<Column, number | null>;
}

/** The most characters of a value other than details: a first and a last name. */
const MAX_VALUE = 2 * TEXT_MAX + 1;

/** The rows behind the first line by column, or why a row is malformed. */
export async function* rowsByColumn<Column extends string>(
  text: string,
  columns: Readonly<Record<Column, number | null>>,
): AsyncGenerator<RefusedRow | { readonly line: number; readonly value: (column: Column) => string }> {
  let width = 0;
  const short = (Object.keys(columns) as Column[]).filter((column) => column !== 'details');
  for await (const row of rowsOf(text)) {
    const { line } = row;
    if (width === 0) width = 'values' in row ? row.values.length : 1;
    else if ('problem' in row) yield { line, column: '', reason: row.problem };
    else if (row.values.length !== width)
      yield { line, column: '', reason: `has ${row.values.length} fields, the first line has ${width}` };
    else {
      const value = (column: Column) => row.values[columns[column] ?? -1] ?? '';
      const column = short.find((each) => value(each).length > MAX_VALUE);
      if (column) yield { line, column, reason: `is longer than ${MAX_VALUE} characters` };
      else yield { line, value };
    }
  }
}

/** What a row may name: employees by email, number or full name, campaigns by name. */
export type Company = { readonly employees: ByName; readonly campaigns: ByName };

/** The people and campaigns that rows may name. */
export async function companyOf(queries: CompanyQueries, companyId: string): Promise<Company> {
  const employees: ByName = new Map();
  const campaigns: ByName = new Map();
  for (const person of (await queries.listEmployees(companyId, {}, ALL)).rows) {
    const { id, first_name, last_name, employee_number, email } = person;
    const name = `${first_name} ${last_name}`;
    for (const key of [email, employee_number, name]) addName(employees, key, { id, name });
  }
  for (const { campaign_id: id, campaign_name: name } of (await queries.campaignsOf(companyId, ALL)).rows)
    addName(campaigns, name, { id, name });
  return { employees, campaigns };
}
