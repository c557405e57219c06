import type { Column } from './column.ts';

/** The rows as they are shown, as a CSV file with the columns' labels; texts that a spreadsheet would run are escaped. */
export async function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<string> {
  const { default: papaparse } = await import('papaparse');
  const written = columns.flatMap(({ label, csv, sortBy }) => {
    const value = csv ?? sortBy;
    return value ? [{ label, value }] : [];
  });
  return papaparse.unparse(
    {
      fields: written.map(({ label }) => label),
      data: rows.map((row) => written.map(({ value }) => value(row))),
    },
    { escapeFormulae: true },
  );
}

/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string, type: string): void {
  // The mark tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
