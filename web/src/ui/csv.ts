import { csvRow, UTF8_MARK } from '#contracts/csv.ts';
import type { Column } from './column.ts';

/** The rows as a CSV file: the columns that have a value, under their labels. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.flatMap(({ label, csv, sortBy }) => {
    const value = csv ?? sortBy;
    return value ? [{ label, value }] : [];
  });
  const lines = rows.map((row) => csvRow(written.map(({ value }) => value(row))));
  return [csvRow(written.map(({ label }) => label)), ...lines].join('\r\n');
}

/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([UTF8_MARK, text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
