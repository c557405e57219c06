import type { Log } from '../log.ts';
import type { LiveMessage } from './live-bus.port.ts';

export type Handler = (message: LiveMessage) => void;

/** The handlers of this process. When one throws (a bug), the others still get the message. */
export function createSubscribers(log: Pick<Log, 'error'>) {
  const handlers = new Set<{ handle: Handler }>();
  return {
    deliver(message: LiveMessage): void {
      for (const { handle } of [...handlers]) {
        try {
          handle(message);
        } catch (error) {
          log.error({ err: error, kind: message.kind }, 'a subscriber of the live bus threw');
        }
      }
    },
    add(handle: Handler): () => void {
      const entry = { handle };
      handlers.add(entry);
      return () => void handlers.delete(entry);
    },
    clear: () => handlers.clear(),
  };
}
