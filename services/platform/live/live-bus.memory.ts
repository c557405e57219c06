import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createSubscribers } from './live-relay.ts';

/** For a program of one process: `publish` delivers a message before it returns, so none can be lost. */
export function createMemoryLiveBus(deps: { log: Pick<Log, 'error'> }): LiveBus {
  const subscribers = createSubscribers(deps.log);
  return {
    publish: subscribers.deliver,
    subscribe: subscribers.add,
    downForMs: () => null,
    close: async () => subscribers.clear(),
  };
}
