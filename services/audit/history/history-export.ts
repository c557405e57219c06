import { csvHeader, csvLine } from '#contracts/history/csv.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import type { SortKey } from '#contracts/page.ts';
import { entryPage, namerOf } from './entries.ts';
import type { Filter, HistoryDeps, Order } from './history.port.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const headers: Readonly<Record<ExportFormat, string>> = { csv: csvHeader, jsonl: '' };
const lines: Readonly<Record<ExportFormat, (entry: HistoryEntry) => string>> = {
  csv: csvLine,
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
};

/** Events read and told at once: some milliseconds in which nothing else is done. */
const PORTION = 250;

/** All events that fit, as text, piece by piece: the next one is made when the one before was taken. */
export async function* exportHistory(
  deps: HistoryDeps,
  companyId: string,
  {
    filter,
    order,
    format,
  }: { readonly filter: Filter; readonly order: Order; readonly format: ExportFormat },
): AsyncGenerator<string, void, void> {
  const namer = namerOf(deps, companyId);
  if (headers[format] !== '') yield headers[format];
  let after: SortKey | undefined;
  do {
    const page = await entryPage(deps, companyId, { filter, order, namer }, { limit: PORTION, after });
    if (page.rows.length > 0) yield page.rows.map(lines[format]).join('');
    after = page.next ?? undefined;
  } while (after !== undefined);
}
