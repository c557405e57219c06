import type { AnyRow, Table } from './table.ts';

/** A row's key as one text. The separator cannot be part of a key: Postgres holds no text with it. */
export type RowKey = string;
const SEPARATOR = '\0';

/** Keys have one to three columns; this runs several times per event, so it makes no arrays. */
export function rowKey(first: string, second?: string, third?: string): RowKey {
  if (second === undefined) return first;
  if (third === undefined) return first + SEPARATOR + second;
  return first + SEPARATOR + second + SEPARATOR + third;
}

export function keyParts(key: RowKey): string[] {
  return key.split(SEPARATOR);
}

/** The key columns with their values, e.g. for a delete or for the news of a change. */
export function keyColumns(table: Table, key: RowKey): Record<string, string> {
  const parts = keyParts(key);
  return Object.fromEntries(table.key.map((column, place) => [column, parts[place] ?? '']));
}

/** The function that finds a row's key. */
export function keyOfRow(table: Table): (row: AnyRow) => RowKey {
  const [first = '', second, third, ...more] = table.key;
  if (more.length > 0) throw new Error(`${table.name} has more key columns than row keys can tell`);
  const text = (row: AnyRow, column: string | undefined) =>
    column === undefined ? undefined : (row[column] as string);
  return (row) => rowKey(row[first] as string, text(row, second), text(row, third));
}
