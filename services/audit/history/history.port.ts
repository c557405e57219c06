import type { SubjectKind } from '#contracts/history/subject.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { FoundNames, NamedIds } from './namer.ts';

/** Which events; all that is said has to fit. Positions: `behind` exclusive, `upTo` inclusive. */
export type Filter = {
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  readonly kind?: SubjectKind | undefined;
  readonly subject?: string | undefined;
  readonly behind?: number | undefined;
  readonly upTo?: number | undefined;
};
export type Order = 'newest' | 'oldest';

/** A place in the history of a company; `at` is UTC ISO-8601. */
export type Moment = { readonly position: number; readonly at: string };

/** The table of contents of a company's history. */
export type HistoryQueries = {
  /** The positions of events; the key of the page is the position, too. */
  historyOf(companyId: string, filter: Filter, order: Order, wish: PageWish): Promise<Page<number>>;
  /** The last event at an instant, -1 before the first. */
  positionAt(companyId: string, instant: string): Promise<number>;
  /** The last event up to a position; null before the first. */
  placeAt(companyId: string, position: number): Promise<Moment | null>;
  ends(companyId: string): Promise<{ readonly first: Moment | null; readonly last: Moment | null }>;
  /** What everybody and everything is called that the history may be about, by name, the deleted included. */
  allNames(companyId: string, wish: PageWish): Promise<Page<NamedThing>>;
  names(companyId: string, ids: NamedIds): Promise<FoundNames>;
};

export type NamedThing = {
  readonly kind: 'person' | 'campaign' | 'goal';
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
};

export type HistoryDeps = {
  readonly queries: HistoryQueries;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
};
