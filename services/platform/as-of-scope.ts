import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

/** A past moment: the state of a company right after one of its events, and the time of the clock then. */
export type PastMoment = {
  /** Of the last event that it includes. */
  readonly position: number;
  /** UTC ISO-8601. */
  readonly instant: string;
};

const scope = new AsyncLocalStorage<PastMoment>();

/** Runs `work` as of that moment: all its queries of read models, however deep, are answered as of then. */
export function asOf<Result>(moment: PastMoment, work: () => Result): Result {
  return scope.run(moment, work);
}

/** Undefined outside `asOf`. */
export function pastInScope(): PastMoment | undefined {
  return scope.getStore();
}

/** Inside `asOf` this clock shows the time of that moment. */
export function travellingClock(clock: Clock): Clock {
  return {
    now() {
      const past = scope.getStore();
      return past ? new Date(past.instant) : clock.now();
    },
  };
}
