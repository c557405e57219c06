import type { HistoryEntry } from '#contracts/history/entry.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { ReplayQueries } from '#projections/replay/replay.queries.ts';
import type { EndOfDayQueries } from './end-of-day.ts';

/** The questions of a comparison; inside an `asOf` scope `billboardOfDay` is the board of that moment. */
export type ComparisonQueries = EndOfDayQueries &
  Pick<Queries, 'billboardOfDay'> &
  Pick<ReplayQueries, 'dayChanges' | 'nameChanges'>;

/** The history entries at these ascending positions; positions of other companies are left out. */
export type EntriesAt = (companyId: string, positions: readonly number[]) => Promise<readonly HistoryEntry[]>;

export type ComparisonDeps = {
  /** One database snapshot answers all questions, so that both boards are consistent. */
  readonly atOneMoment: <Result>(read: (queries: ComparisonQueries) => Promise<Result>) => Promise<Result>;
  readonly entriesAt: EntriesAt;
};
