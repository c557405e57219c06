/**
 * The sign of what a spreadsheet would run as a formula; some read the wide signs, too. Also behind a separator within
 * the text: a spreadsheet that divides the line at another one makes that a cell, and quotes do not hold it together.
 */
const FORMULA = /((?:^|[,;\t\r\n])"*)(?=[=+\-@＝＋－＠])/g;
const BREAK_FIRST = /^(?=[\t\r\n])/;
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/** Without this mark at the start of a file a spreadsheet does not read it as UTF-8. */
export const UTF8_MARK = '\uFEFF';

type Cell = string | number | null;

/**
 * One line of a CSV file, without its line end: as in RFC 4180, or with decimal commas and semicolons between the cells,
 * as spreadsheets of a country with decimal commas expect it. A number stays a number, and no text becomes a formula.
 */
export function csvRow(cells: readonly Cell[], decimal: '.' | ',' = '.'): string {
  const written = cells.map((cell) =>
    typeof cell === 'string' ? csvText(cell) : String(cell ?? '').replace('.', decimal),
  );
  return written.join(decimal === '.' ? ',' : ';');
}

function csvText(text: string): string {
  const escaped = text.replace(FORMULA, "$1'").replace(BREAK_FIRST, "'");
  return SPECIAL.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
