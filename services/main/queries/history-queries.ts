import type { Kysely } from 'kysely';
import { historyOf } from '#projections/history/history.queries.ts';
import { historyEnds, placeOf, positionAt } from '#projections/history/history-moments.queries.ts';
import { everyName, historyNames } from '#projections/history/history-names.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { HistoryQueries, Moment } from '#services/audit/history/history.port.ts';

/** What the history asks, answered by its read model. */
export function createHistoryQueries(db: Kysely<ReadModels>): HistoryQueries {
  return {
    historyOf: (companyId, filter, order, wish) => historyOf(db, companyId, filter, order, wish),
    positionAt: (companyId, instant) => positionAt(db, companyId, instant),
    placeAt: async (companyId, position) => shown(await placeOf(db, companyId, position)),
    async ends(companyId) {
      const { first, last } = await historyEnds(db, companyId);
      return { first: shown(first), last: shown(last) };
    },
    allNames: (companyId, wish) => everyName(db, companyId, wish),
    names: (companyId, ids) => historyNames(db, companyId, ids),
  };
}

function shown(place: { readonly position: number; readonly moment: string } | null): Moment | null {
  return place && { position: place.position, at: place.moment };
}
