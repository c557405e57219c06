import type { Kysely } from 'kysely';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import { dayChanges, nameChanges } from '#projections/billboard/day-changes.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { ComparisonDeps } from '#services/audit/comparison/comparison.port.ts';
import type { HistoryDeps } from '#services/audit/history/history.port.ts';
import { atOneMoment } from '../one-moment.ts';
import { createHistoryQueries } from './history-queries.ts';
import { createEndOfDayQueries } from './replay-queries.ts';

type Deps = { readonly db: Kysely<ReadModels>; readonly store: HistoryDeps['store'] };

/** What the comparison of a day asks: boards of one snapshot, and the history. */
export function createComparisonQueries({ db, store }: Deps): ComparisonDeps {
  return {
    history: { queries: createHistoryQueries(db), store },
    atOneMoment: (read) =>
      atOneMoment(db, (at) =>
        read({
          ...createEndOfDayQueries(at),
          board: (companyId, date, now) => billboardOfDay(at, companyId, date, now),
          dayChanges: (companyId, since) => dayChanges(at, companyId, since),
          nameChanges: (companyId, since) => nameChanges(at, companyId, since),
        }),
      ),
  };
}
