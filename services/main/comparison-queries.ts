import type { Kysely } from 'kysely';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import { historyEnds, positionAt, START } from '#projections/history/history-moments.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { salesChangedSince } from '#projections/sales-book/changed-sales.queries.ts';
import type { ComparisonDeps } from '#services/audit/comparison/comparison.port.ts';
import type { HistoryDeps } from '#services/audit/history/history.port.ts';
import { createHistoryQueries } from './history-queries.ts';

type Deps = { readonly db: Kysely<ReadModels>; readonly store: HistoryDeps['store'] };

/** What the comparison of a day asks: boards of one snapshot, and the history. */
export function createComparisonQueries({ db, store }: Deps): ComparisonDeps {
  return {
    history: { queries: createHistoryQueries(db), store },
    atOneMoment: (read) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((at) =>
          read({
            newest: async (companyId) => (await historyEnds(at, companyId)).last?.position ?? START,
            positionAt: (companyId, instant) => positionAt(at, companyId, instant),
            board: (companyId, date, now) => billboardOfDay(at, companyId, date, now),
            changedSales: (companyId, ids, date, position) =>
              salesChangedSince(at, companyId, ids, date, position),
          }),
        ),
  };
}
