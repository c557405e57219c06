import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { decodeIfReadable } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { SubjectKind } from '#contracts/history/description.ts';
import { askForNames, describeEvent, namedEntry } from '#contracts/history/entry.ts';
import { type HistoryEventType, streamOf } from '#contracts/history/history-events.ts';
import type { Names } from '#contracts/history/values.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { type EventStore, isOwnEvent, type RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { FoundNames, HistoryOrder, NamedIds } from '#projections/history/history.queries.ts';
import type { AnyFilter } from './history-filter.ts';

/** The table of contents of a company's history. */
type HistoryQueries = Pick<
  Queries,
  | 'historyOf'
  | 'accessEntries'
  | 'positionAt'
  | 'lastEventUpTo'
  | 'historyEnds'
  | 'allHistoryNames'
  | 'historyNames'
>;

export type HistoryDeps = {
  readonly queries: HistoryQueries;
  /** Texts of the imports with these correlation ids; unknown ones are left out. */
  readonly importTexts: (companyId: string, ids: readonly string[]) => Promise<FoundNames['persons']>;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
};

type Namer = ReturnType<typeof createNameResolver>;

/** Resolves the names of a company's employees, campaigns and goals for one list or export. */
export function namerOf(
  { queries, importTexts }: Pick<HistoryDeps, 'queries' | 'importTexts'>,
  companyId: string,
): Namer {
  return createNameResolver(async ({ imports, ...ids }) => ({
    ...(await queries.historyNames(companyId, ids)),
    imports: imports.length > 0 ? await importTexts(companyId, imports) : [],
  }));
}

/** A page of entries; the page key is the position. */
export async function entryPage(
  deps: HistoryDeps,
  companyId: string,
  {
    filter,
    order,
    namer,
  }: { readonly filter: AnyFilter; readonly order: HistoryOrder; readonly namer: Namer },
  wish: PageWish,
): Promise<Page<HistoryEntry>> {
  const { rows, next } = await positionsOf(deps, companyId, { filter, order }, wish);
  const rising = order === 'oldest' ? rows : rows.toReversed();
  const entries = await entriesAt(deps, companyId, rising, namer);
  return { rows: order === 'oldest' ? entries : entries.reverse(), next };
}

function positionsOf(
  { queries }: HistoryDeps,
  companyId: string,
  { filter, order }: { readonly filter: AnyFilter; readonly order: HistoryOrder },
  wish: PageWish,
): Promise<Page<number>> | Page<number> {
  if (filter.kind !== 'access') return queries.historyOf(companyId, filter, order, wish);
  // It is in no campaign.
  if (filter.campaign !== undefined) return { rows: [], next: null };
  return queries.accessEntries(companyId, filter, order, wish);
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

const HAS_STREAM: ReadonlySet<SubjectKind> = new Set(['sale', 'shift', 'access']);

/** A client can send any cursor; no stream is longer than this. */
const LAST_REVISION = 2 ** 31 - 2;

type Thing = {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Which of its events may be seen. */
  readonly isSeen?: (event: HistoryEvent) => boolean;
};

/**
 * The history of one subject, oldest first, of the access to an account newest first. Some have a stream of their own, and
 * the page key is the revision in it. For subjects that share a stream the page key is the position.
 */
export async function thingPage(
  deps: HistoryDeps,
  companyId: string,
  { kind, id, isSeen = () => true }: Thing,
  wish: PageWish,
): Promise<Page<HistoryEntry>> {
  const namer = namerOf(deps, companyId);
  if (!HAS_STREAM.has(kind)) {
    return entryPage(deps, companyId, { filter: { kind, subject: id }, order: 'oldest', namer }, wish);
  }
  const isNewestFirst = kind === 'access';
  const after = wish.after && Number(wish.after[0]);
  const from = isNewestFirst
    ? after !== undefined && { from: Math.max(0, Math.min(after - 1, LAST_REVISION)) }
    : { from: Math.max(0, Math.min((after ?? -1) + 1, LAST_REVISION)) };
  if (isNewestFirst && after !== undefined && after <= 0) return { rows: [], next: null };
  const recorded = await deps.store.read(streamOf(companyId, kind, id), {
    ...from,
    ...(isNewestFirst && { direction: 'backwards' }),
    limit: wish.limit + 1,
  });
  const events = readable(recorded.slice(0, wish.limit), companyId).filter(isSeen);
  const rows = await inWords(events, namer);
  const last = recorded[wish.limit - 1]?.revision ?? 0;
  return { rows, next: recorded.length > wish.limit ? [last] : null };
}

/** Asks for all names first, then describes each event once. */
async function inWords(events: readonly HistoryEvent[], namer: Namer): Promise<HistoryEntry[]> {
  const all = events.map(describeEvent);
  await namer((names) => {
    for (const one of all) askForNames(one, names);
  });
  return namer((names) => all.map((one) => namedEntry(one, names)));
}

const KINDS = ['persons', 'campaigns', 'goals', 'imports'] as const;
type Kind = (typeof KINDS)[number];

type Imports<Of> = { readonly imports: Of };
type Find = (
  ids: NamedIds & Imports<readonly string[]>,
) => Promise<FoundNames & Imports<FoundNames['persons']>>;

/**
 * Names, asked for in one go and only those that a text really mentions: the text is made, and made again when a
 * name was not at hand. Names once found are kept, so of a long text nearly every part is made once.
 */
function createNameResolver(find: Find) {
  const known = { persons: new Map(), campaigns: new Map(), goals: new Map(), imports: new Map() } satisfies {
    [Each in Kind]: Map<string, string | undefined>;
  };
  const missing = {
    ...{ persons: new Set<string>(), campaigns: new Set<string>() },
    ...{ goals: new Set<string>(), imports: new Set<string>() },
  };
  const name = (kind: Kind) => (id: string) => {
    if (!known[kind].has(id)) missing[kind].add(id);
    return known[kind].get(id);
  };
  const names: Names = {
    ...{ person: name('persons'), campaign: name('campaigns'), goal: name('goals') },
    importText: name('imports'),
  };

  /** `make` is called once or twice. */
  return async <Text>(make: (names: Names) => Text): Promise<Text> => {
    const made = make(names);
    if (KINDS.every((kind) => missing[kind].size === 0)) return made;
    const found = await find({
      persons: [...missing.persons],
      campaigns: [...missing.campaigns],
      goals: [...missing.goals],
      imports: [...missing.imports],
    });
    for (const kind of KINDS) {
      for (const id of missing[kind]) known[kind].set(id, undefined);
      for (const one of found[kind]) known[kind].set(one.id, one.name);
      missing[kind].clear();
    }
    return make(names);
  };
}

export type HistoryEvent = StoredEvent<HistoryEventType>;

/** Those of the company, decoded; one that this program cannot read is left out. */
function readable(recorded: readonly RecordedEvent[], companyId: string): HistoryEvent[] {
  return recorded.flatMap((event) => {
    if (!isOwnEvent(event, companyId)) return [];
    const decoded = decodeIfReadable(event);
    return decoded === null || decoded.type === 'CompanyErased' ? [] : [decoded as HistoryEvent];
  });
}
