import { csvRow, UTF8_MARK } from '#contracts/csv.ts';
import type { HistoryEntry, ShownChange } from '#contracts/endpoints/history.endpoints.ts';
import type { SortKey } from '#contracts/page.ts';
import type { HistoryOrder } from '#projections/history/history.queries.ts';
import { entryPage, type HistoryDeps, namerOf } from './entries.ts';
import type { AnyFilter } from './history-filter.ts';

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

export const csvHeader = `${UTF8_MARK}${csvRow(COLUMNS.map(([title]) => title))}\r\n`;

/** An event as a row of the CSV file. */
function csvLine(entry: HistoryEntry): string {
  return `${csvRow(COLUMNS.map(([, cell]) => cell(entry)))}\r\n`;
}

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const headers: Readonly<Record<ExportFormat, string>> = { csv: csvHeader, jsonl: '' };
const lines: Readonly<Record<ExportFormat, (entry: HistoryEntry) => string>> = {
  csv: csvLine,
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
};

/** Events per piece: describing them blocks the event loop for some milliseconds. */
const PORTION = 500;

/**
 * All matching events as text, piece by piece. The next piece is prepared while one is sent, so at most two are in
 * memory.
 */
export async function* exportHistory(
  deps: HistoryDeps,
  companyId: string,
  {
    filter,
    order,
    format,
  }: { readonly filter: AnyFilter; readonly order: HistoryOrder; readonly format: ExportFormat },
): AsyncGenerator<string, void, void> {
  const namer = namerOf(deps, companyId);
  const portion = (after: SortKey | undefined) => {
    const page = entryPage(deps, companyId, { filter, order, namer }, { limit: PORTION, after });
    // A failure surfaces when the piece is taken; a reader that stops early does not need it.
    page.catch(() => {});
    return page;
  };
  if (headers[format] !== '') yield headers[format];
  let coming = portion(undefined);
  for (;;) {
    const { rows, next } = await coming;
    if (next) coming = portion(next);
    if (rows.length > 0) yield rows.map(lines[format]).join('');
    if (!next) return;
  }
}

/** `Price: $100.00 → $200.00`; the part before the arrow is left out when there was no value. */
export function changeText({ label, before, after }: ShownChange): string {
  if (before === null) return `${label}: ${after?.text ?? ''}`;
  return `${label}: ${before.text} → ${after?.text ?? 'none'}`;
}
