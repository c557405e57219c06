import type { Kysely } from 'kysely';
import { boardReplay } from '#projections/billboard/board-replay.queries.ts';
import { closedBehind, zonesOfDay } from '#projections/billboard/day-changes.queries.ts';
import { positionAt } from '#projections/history/history-moments.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { EndOfDayQueries } from '#services/audit/end-of-day.ts';
import type { ReplayQueries } from '#services/audit/replay/replay.routes.ts';

/** What the replay of a day asks, answered by the versions that the read models keep. */
export function createReplayQueries(db: Kysely<ReadModels>): ReplayQueries {
  return { ...createEndOfDayQueries(db), boardReplay: (companyId, date) => boardReplay(db, companyId, date) };
}

/** The same of who asks where a day ends. */
export function createEndOfDayQueries(db: Kysely<ReadModels>): EndOfDayQueries {
  return {
    zonesOfDay: (companyId, date) => zonesOfDay(db, companyId, date),
    positionAt: (companyId, instant) => positionAt(db, companyId, instant),
    closedBehind: (companyId, date, position) => closedBehind(db, companyId, date, position),
  };
}
