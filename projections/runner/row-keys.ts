import type { AnyRow, Table } from './table.ts';

/** A row's key as one text. The separator cannot be part of a key: Postgres holds no text with it. */
export type RowKey = string;
const SEPARATOR = '\0';

export function rowKey(parts: readonly string[]): RowKey {
  const [first = '', second, third] = parts;
  if (second === undefined) return first;
  if (third === undefined) return first + SEPARATOR + second;
  if (parts.length === 3) return first + SEPARATOR + second + SEPARATOR + third;
  return parts.join(SEPARATOR);
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
  const columns = table.key;
  return (row) => rowKey(columns.map((column) => String(row[column])));
}
