import type { Kysely } from 'kysely';
import type { AsOf } from '#contracts/as-of.ts';
import type { PastMoment } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { historyEnds, placeOf, positionAt, START } from '#projections/history/history-moments.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';

type PastMomentsDeps = {
  /** Of now: `timeTravel` has no part in it. */
  readonly db: Kysely<ReadModels>;
  readonly clock: Clock;
  readonly progress: Pick<Progress, 'waitFor'>;
};

/** Somebody asks for an event that he just heard of. */
const PATIENCE_MS = 2000;

/**
 * What `?as-of=` means for a company: an instant is the last event that had happened by then, with the clock at
 * that instant; a position is the last event up to it, with the clock at its moment. Null for the future.
 */
export function createPastMoments({ db, clock, progress }: PastMomentsDeps) {
  return async (companyId: string, wanted: AsOf): Promise<PastMoment | null> => {
    const now = clock.now().toISOString();
    if (wanted.kind === 'instant') {
      const { instant } = wanted;
      return instant > now ? null : { position: await positionAt(db, companyId, instant), instant };
    }
    if (!(await progress.waitFor(wanted.position, PATIENCE_MS))) return null;
    const place = await placeOf(db, companyId, wanted.position);
    if (place) return { position: place.position, instant: place.moment };
    // Before the company: nothing is there, so that hardly anything can depend on the clock.
    const { first } = await historyEnds(db, companyId);
    return { position: START, instant: first?.moment ?? now };
  };
}
