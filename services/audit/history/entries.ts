import { askForNames, type HistoryEntry, namedEntry, told } from '#contracts/history/entry.ts';
import { streamOf } from '#contracts/history/kinds.ts';
import type { SubjectKind } from '#contracts/history/subject.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { Filter, HistoryDeps, Order } from './history.port.ts';
import { createNamer } from './namer.ts';
import { type HistoryEvent, readable } from './recorded-events.ts';

type Namer = ReturnType<typeof createNamer>;

/** Names of a company's people and things, for one list or export. */
export function namerOf({ queries }: Pick<HistoryDeps, 'queries'>, companyId: string): Namer {
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
  const rising = order === 'oldest' ? rows : rows.toReversed();
  const entries = await entriesAt(deps, companyId, rising, namer);
  return { rows: order === 'oldest' ? entries : entries.reverse(), next };
}

/** The entries at these positions, which rise; what is no event of the company, or cannot be read, is left out. */
export async function entriesAt(
  deps: HistoryDeps,
  companyId: string,
  positions: readonly number[],
  namer = namerOf(deps, companyId),
): Promise<HistoryEntry[]> {
  const recorded = positions.length > 0 ? await deps.store.readAt(positions) : [];
  return inWords(readable(recorded, companyId), namer);
}

/** A cursor may say anything; no stream has more. */
const LAST_REVISION = 2 ** 31 - 2;

type Thing = {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Which of its events may be seen. */
  readonly isSeen?: (event: HistoryEvent) => boolean;
};

/**
 * The history of one thing, oldest first. A sale or a shift is its stream, and the key of a page the revision in it;
 * of what shares a stream with others the key is the position.
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

/** Each event is put into words once, when all of its names are at hand. */
async function inWords(events: readonly HistoryEvent[], namer: Namer): Promise<HistoryEntry[]> {
  const all = events.map(told);
  await namer((names) => {
    for (const one of all) askForNames(one, names);
  });
  return namer((names) => all.map((one) => namedEntry(one, names)));
}
