import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Queries } from '#projections/all.queries.ts';

/** The table of contents of a company's history. */
export type HistoryQueries = Pick<
  Queries,
  'historyOf' | 'positionAt' | 'lastEventUpTo' | 'historyEnds' | 'allHistoryNames' | 'historyNames'
>;

export type HistoryDeps = {
  readonly queries: HistoryQueries;
  readonly store: Pick<EventStore, 'read' | 'readAt'>;
};
