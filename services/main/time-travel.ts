import { pastInScope, travellingClock } from '#platform/scope.ts';
import { timeTravel } from '#projections/as-of/time-travel.plugin.ts';
import type { AppDeps } from './app.ts';

/**
 * Dependencies that answer as of the moment of the current call (`?as-of=`): database, store and clock. Handlers do
 * nothing for it. Reading the whole log as of a past moment is a bug and throws.
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
