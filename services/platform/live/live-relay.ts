import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { LiveBus, LiveMessage } from './live-bus.port.ts';
import { createSender } from './live-envelope.ts';
import { createSubscribers } from './live-subscribers.ts';

const BATCH = 64;
/** The most messages that wait for a slow server; beyond that one `missed` replaces them. */
const MOST_WAITING = 1_000;

type Wire = {
  log: Pick<Log, 'error' | 'warn'>;
  /** The most bytes of one message. */
  limit?: number;
  /** Sends texts to the server in order; rejects when it did not accept all of them. */
  transmit: (texts: readonly string[]) => Promise<void>;
  disconnect: () => Promise<void>;
};

/** Shared by the adapters: delivers own messages at once and others once, and reports losses as `missed`. */
export function createRelay(wire: Wire) {
  const sender = createSender(newId(), wire.limit);
  const subscribers = createSubscribers(wire.log);
  let connected = false;
  let sending = false;
  /** A message could not be sent, so a `missed` must follow. */
  let owing = false;
  let waiting: string[] = [];

  async function pump(): Promise<void> {
    if (sending || !connected || waiting.length === 0) return;
    sending = true;
    const batch = waiting.splice(0, BATCH);
    try {
      await wire.transmit(batch);
    } catch (error) {
      wire.log.warn({ err: error }, 'live news could not be sent to the other processes');
      waiting = [];
      owing = true;
    } finally {
      sending = false;
    }
    if (!owing) void pump();
  }

  function push(message: LiveMessage): void {
    const text = sender.seal(message);
    if (text !== null) waiting.push(text);
  }

  function enqueue(message: LiveMessage): void {
    if (waiting.length >= MOST_WAITING) {
      waiting = [];
      owing = true;
    }
    if (connected && owing) {
      owing = false;
      push({ kind: 'missed' });
    }
    if (connected) push(message);
    else owing = true;
    void pump();
  }

  const bus: LiveBus = {
    publish(message) {
      subscribers.deliver(message);
      enqueue(message);
    },
    subscribe: subscribers.add,
    async close() {
      subscribers.clear();
      await wire.disconnect();
    },
  };

  return {
    bus,
    /** Handles a text from the server, from any process. */
    receive(text: string): void {
      const message = sender.open(text);
      if (message) subscribers.deliver(message);
    },
    /** The server is connected (again): messages in between were lost in both directions. */
    up(): void {
      connected = true;
      subscribers.deliver({ kind: 'missed' });
      if (owing) {
        owing = false;
        push({ kind: 'missed' });
      }
      void pump();
    },
    down(): void {
      connected = false;
    },
  };
}
