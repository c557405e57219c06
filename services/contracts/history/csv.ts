import type { HistoryEntry, ShownChange } from './entry.ts';

/** What a spreadsheet would compute instead of showing it, by its first character; some read the wide signs, too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/** One cell: quoted where it has to be, and never a formula. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const COLUMNS: readonly (readonly [title: string, cell: (entry: HistoryEntry) => string])[] = [
  ['Position', ({ position }) => `${position}`],
  ['When (UTC)', ({ at }) => at],
  ['What', ({ title }) => title],
  ['Kind', ({ subject }) => subject.kind],
  ['Name', ({ subject }) => subject.name],
  ['Id', ({ subject }) => subject.id],
  ['About', ({ person }) => person?.name ?? ''],
  ['By', ({ actor }) => actor?.name ?? ''],
  ['From where', ({ from }) => from],
  [
    'Changes',
    ({ changes }) =>
      changes
        .filter(({ changed }) => changed)
        .map(changeText)
        .join('; '),
  ],
];

/** A spreadsheet takes text for its own old encoding unless this mark stands first. */
const UTF8_MARK = '\uFEFF';

export const csvHeader = `${UTF8_MARK}${COLUMNS.map(([title]) => csvCell(title)).join(',')}\r\n`;

/** An event as a line of a table. */
export function csvLine(entry: HistoryEntry): string {
  return `${COLUMNS.map(([, cell]) => csvCell(cell(entry))).join(',')}\r\n`;
}

/** `Price: $100.00 → $200.00`; what there was not is left out. */
export function changeText({ label, before, after }: ShownChange): string {
  if (before === null) return `${label}: ${after?.text ?? ''}`;
  return `${label}: ${before.text} → ${after?.text ?? 'none'}`;
}
