import { csvRow, UTF8_MARK } from '#contracts/csv.ts';
import type { Column } from './column.ts';
import { formatDecimal } from './format.ts';

/** Between the whole number and its decimals, where the person lives. */
function decimalMark(): '.' | ',' {
  return formatDecimal(0.5, 1).includes(',') ? ',' : '.';
}

/**
 * The rows as a CSV file, with the decimal mark of the screen: the columns that have a value, under their labels.
 */
export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  decimal = decimalMark(),
): string {
  const written = columns.flatMap(({ label, csv, sortBy, alsoCsv = {} }) => {
    const value = csv ?? sortBy;
    const others = Object.entries(alsoCsv).map(([name, other]) => ({ label: name, value: other }));
    return value ? [{ label, value }, ...others] : others;
  });
  const cells = [
    written.map(({ label }) => label),
    ...rows.map((row) => written.map(({ value }) => value(row))),
  ];
  return cells.map((line) => csvRow(line, decimal)).join('\r\n');
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
