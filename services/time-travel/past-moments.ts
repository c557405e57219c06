import type { AsOf } from '#contracts/as-of.ts';
import type { Clock } from '#platform/clock.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import type { PastMoment } from '#platform/scope.ts';
import type { Queries } from '#projections/all.queries.ts';

type PastMomentsDeps = {
  /** Of the present: their answers do not depend on the scope of a request. */
  readonly queries: Pick<Queries, 'positionAt' | 'lastEventUpTo' | 'historyEnds'>;
  readonly clock: Clock;
  readonly progress: Pick<Progress, 'waitFor'>;
};

/** How long to wait for an event that the client has just heard of. */
const CATCH_UP_TIMEOUT_MS = 2000;

/**
 * What `?as-of=` means for a company: an instant is the last event that had happened by then, with the clock at
 * that instant; a position is the last event up to it, with the clock at its moment. Null for the future.
 */
export function createPastMoments({ queries, clock, progress }: PastMomentsDeps) {
  return async (companyId: string, wanted: AsOf): Promise<PastMoment | null> => {
    const now = clock.now().toISOString();
    if (wanted.kind === 'instant') {
      const { instant } = wanted;
      return instant > now ? null : { position: await queries.positionAt(companyId, instant), instant };
    }
    if (!(await progress.waitFor(wanted.position, CATCH_UP_TIMEOUT_MS))) return null;
    const last = await queries.lastEventUpTo(companyId, wanted.position);
    if (last) return { position: last.position, instant: last.at };
    // Before the company: there is no data yet, so hardly any answer depends on the clock.
    const { first } = await queries.historyEnds(companyId);
    return { position: START, instant: first?.at ?? now };
  };
}
