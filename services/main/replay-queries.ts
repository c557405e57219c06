import type { Kysely } from 'kysely';
import { boardReplay } from '#projections/billboard/board-replay.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { ReplayQueries } from '#services/audit/replay/replay.routes.ts';

/** What the replay of a day asks, answered by the versions that the read models keep. */
export function createReplayQueries(db: Kysely<ReadModels>): ReplayQueries {
  return { boardReplay: (companyId, date) => boardReplay(db, companyId, date) };
}
