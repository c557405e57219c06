import { entryOf, type HistoryEntry } from '#contracts/history/entry.ts';
import { kindOfType, streamOf } from '#contracts/history/kinds.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { Filter, HistoryDeps, Listed, Order } from './history.port.ts';
import { createNamer } from './namer.ts';
import { readable, recordedAt } from './recorded-events.ts';

type Namer = ReturnType<typeof createNamer>;

/** Names of a company's people and things, for one list or export. */
export function namerOf({ queries }: HistoryDeps, companyId: string): Namer {
  return createNamer((ids) => queries.names(companyId, ids));
}

/** A page of entries; the key of the page is the position. */
export async function entryPage(
  deps: HistoryDeps,
  companyId: string,
  { filter, order, namer }: { readonly filter: Filter; readonly order: Order; readonly namer: Namer },
  wish: PageWish,
): Promise<Page<HistoryEntry>> {
  const { rows, next } = await deps.queries.historyOf(companyId, filter, order, wish);
  const places = rows.map((row) => placeOf(companyId, row));
  const inOrder = order === 'oldest' ? places : places.toReversed();
  const events = readable(await recordedAt(deps.store, inOrder), companyId);
  const entries = await namer((names) => events.map((event) => entryOf(event, names)));
  return { rows: order === 'oldest' ? entries : entries.reverse(), next };
}

function placeOf(companyId: string, { type, subjectId, revision, position }: Listed) {
  return { position, stream: streamOf(companyId, kindOfType[type], subjectId), revision };
}
