import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

const companies = new AsyncLocalStorage<string>();

/**
 * Runs `work` for a company: all its queries through `companyReadsOn`, however deep, see rows of that company only.
 * The scope is set where the session is known, so that no code below can name another company.
 */
export function withinCompany<Result>(companyId: string, work: () => Result): Result {
  return companies.run(companyId, work);
}

/** Undefined outside `withinCompany`. */
export function companyInScope(): string | undefined {
  return companies.getStore();
}

/** The same for a stream that is read piece by piece after the work that began it has returned. */
export async function* eachWithinCompany<Piece>(
  companyId: string,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, void> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await withinCompany(companyId, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** A past moment: the state of a company right after one of its events, and the time of the clock then. */
export type PastMoment = {
  /** Of the last event that it includes. */
  readonly position: number;
  /** UTC ISO-8601. */
  readonly instant: string;
};

const moments = new AsyncLocalStorage<PastMoment>();

/** Runs `work` as of that moment: all its queries of read models, however deep, are answered as of then. */
export function asOf<Result>(moment: PastMoment, work: () => Result): Result {
  return moments.run(moment, work);
}

/** Undefined outside `asOf`. */
export function pastInScope(): PastMoment | undefined {
  return moments.getStore();
}

/** Inside `asOf` this clock shows the time of that moment. */
export function travellingClock(clock: Clock): Clock {
  return {
    now() {
      const past = moments.getStore();
      return past ? new Date(past.instant) : clock.now();
    },
  };
}
