import { askForNames, describeEvent, type HistoryEntry, namedEntry } from '#contracts/history/entry.ts';
import { streamOf } from '#contracts/history/history-events.ts';
import type { SubjectKind } from '#contracts/history/subject.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { HistoryFilter, HistoryOrder } from '#projections/history/history.queries.ts';
import type { HistoryDeps } from './history.port.ts';
import { createNameResolver } from './name-resolver.ts';
import { type HistoryEvent, readable } from './recorded-events.ts';

type Namer = ReturnType<typeof createNameResolver>;

/** Resolves the names of a company's employees, campaigns and goals for one list or export. */
export function namerOf({ queries }: Pick<HistoryDeps, 'queries'>, companyId: string): Namer {
  return createNameResolver((ids) => queries.historyNames(companyId, ids));
}

/** A page of entries; the page key is the position. */
export async function entryPage(
  deps: HistoryDeps,
  companyId: string,
  {
    filter,
    order,
    namer,
  }: { readonly filter: HistoryFilter; readonly order: HistoryOrder; readonly namer: Namer },
  wish: PageWish,
): Promise<Page<HistoryEntry>> {
  const { rows, next } = await deps.queries.historyOf(companyId, filter, order, wish);
  const rising = order === 'oldest' ? rows : rows.toReversed();
  const entries = await entriesAt(deps, companyId, rising, namer);
  return { rows: order === 'oldest' ? entries : entries.reverse(), next };
}

/** The entries at these ascending positions, without events of other companies and undecodable ones. */
export async function entriesAt(
  deps: HistoryDeps,
  companyId: string,
  positions: readonly number[],
  namer = namerOf(deps, companyId),
): Promise<HistoryEntry[]> {
  const recorded = positions.length > 0 ? await deps.store.readAt(positions) : [];
  return inWords(readable(recorded, companyId), namer);
}

/** A client can send any cursor; no stream is longer than this. */
const LAST_REVISION = 2 ** 31 - 2;

type Thing = {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Which of its events may be seen. */
  readonly isSeen?: (event: HistoryEvent) => boolean;
};

/**
 * The history of one subject, oldest first. A sale and a shift have a stream of their own, and the page key is the
 * revision in it. For subjects that share a stream the page key is the position.
 */
export async function thingPage(
  deps: HistoryDeps,
  companyId: string,
  { kind, id, isSeen = () => true }: Thing,
  wish: PageWish,
): Promise<Page<HistoryEntry>> {
  const namer = namerOf(deps, companyId);
  if (kind !== 'sale' && kind !== 'shift') {
    return entryPage(deps, companyId, { filter: { kind, subject: id }, order: 'oldest', namer }, wish);
  }
  const from = Math.max(0, Math.min(Number(wish.after?.[0] ?? -1) + 1, LAST_REVISION));
  const recorded = await deps.store.read(streamOf(companyId, kind, id), { from, limit: wish.limit + 1 });
  const events = readable(recorded.slice(0, wish.limit), companyId).filter(isSeen);
  const rows = await inWords(events, namer);
  return { rows, next: recorded.length > wish.limit ? [from + wish.limit - 1] : null };
}

/** Asks for all names first, then describes each event once. */
async function inWords(events: readonly HistoryEvent[], namer: Namer): Promise<HistoryEntry[]> {
  const all = events.map(describeEvent);
  await namer((names) => {
    for (const one of all) askForNames(one, names);
  });
  return namer((names) => all.map((one) => namedEntry(one, names)));
}
