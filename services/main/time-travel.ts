import { pastInScope, travellingClock } from '#platform/scope.ts';
import { timeTravel } from '#projections/as-of/time-travel.plugin.ts';
import type { AppDeps } from './app.ts';

/**
 * What handlers ask, and what time it is for them, is as of the moment that their call names. Nothing of it is
 * for them to do: it lies in what they are given. The whole log has no past; who asks for it there is a bug.
 */
export function withTimeTravel(deps: AppDeps): AppDeps {
  const { db, store, clock } = deps;
  return {
    ...deps,
    db: db.withPlugin(timeTravel(() => pastInScope()?.position)),
    clock: travellingClock(clock),
    store: {
      async read(stream, options) {
        const events = await store.read(stream, options);
        const past = pastInScope();
        return past ? events.filter(({ position }) => position <= past.position) : events;
      },
      readAt: onlyNow(store.readAt),
      readAll: onlyNow(store.readAll),
      head: onlyNow(store.head),
      subscribe: onlyNow(store.subscribe),
    },
  };
}

function onlyNow<Asked extends readonly unknown[], Result>(
  ask: (...asked: Asked) => Result,
): (...asked: Asked) => Result {
  return (...asked) => {
    if (pastInScope()) throw new Error('the whole log was asked for as of a moment of the past');
    return ask(...asked);
  };
}
