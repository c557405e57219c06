import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

/** What is shown instead of now: everything up to an event of the company, at the time on the clock then. */
export type PastMoment = {
  /** Of the last event that is in it. */
  readonly position: number;
  /** UTC ISO-8601. */
  readonly instant: string;
};

const scope = new AsyncLocalStorage<PastMoment>();

/** Runs `work` as of that moment: what it asks of the read models, however far down, is answered as of then. */
export function asOf<Result>(moment: PastMoment, work: () => Result): Result {
  return scope.run(moment, work);
}

/** Undefined where it is now. */
export function pastInScope(): PastMoment | undefined {
  return scope.getStore();
}

/** The clock that says what it said then, inside `asOf`. */
export function travellingClock(clock: Clock): Clock {
  return {
    now() {
      const past = scope.getStore();
      return past ? new Date(past.instant) : clock.now();
    },
  };
}
