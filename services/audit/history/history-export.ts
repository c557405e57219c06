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
const PORTION = 500;

/**
 * All events that fit, as text, piece by piece. While one is taken the next is made, and no further one before that
 * is taken: at most two are in memory.
 */
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
  const portion = (after: SortKey | undefined) => {
    const page = entryPage(deps, companyId, { filter, order, namer }, { limit: PORTION, after });
    // Its failure waits for who takes it, and who leaves in the middle has no use for it.
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
