import { companyOfStream } from '#contracts/events/streams.ts';
import { type EventStore, isOwnEvent, type RecordedEvent } from '#platform/event-store/event-store.port.ts';

/** The new events of one company, as the shared reader comes to them. */
export type Listening = {
  /** Nothing is missing from here on: the position of the log that the reader had reached. */
  readonly from: number;
  /**
   * What came since the last call, or what comes next; it may be read already. Null when the signal aborts, and when so
   * much came between two calls that the rest has to be read from the log. Rejects when the log cannot be read.
   */
  next(signal: AbortSignal): Promise<readonly RecordedEvent[] | null>;
  leave(): void;
};

export type SharedReader = {
  /** Rejects when the log cannot be read. */
  listen(companyId: string): Promise<Listening>;
};

/** Of one listener. A client that is slower than this reads the log by itself. */
const MOST_WAITING = 200;
const BATCH = 500;

type Listener = { readonly hear: (event: RecordedEvent) => void; readonly fail: (error: unknown) => void };

/** One subscription of the log, from its first listener to its last. */
type Reading = {
  readonly stop: AbortController;
  readonly begun: Promise<void>;
  readonly listeners: Map<string, Set<Listener>>;
  position: number;
  users: number;
};

/**
 * Reads the log once for all feeds of this process, for as long as there is one. It never waits for a listener; one
 * that does not keep up is left behind.
 */
export function createSharedReader(store: Pick<EventStore, 'subscribe' | 'head'>): SharedReader {
  let present: Reading | null = null;

  function begin(): Reading {
    const begun = Promise.withResolvers<void>();
    const stop = new AbortController();
    const reading: Reading = { stop, begun: begun.promise, listeners: new Map(), position: 0, users: 0 };
    read(reading, begun.resolve).then(
      () => end(reading, begun.reject, new Error('the log ended')),
      (error: unknown) => end(reading, begun.reject, error),
    );
    return reading;
  }

  async function read(reading: Reading, onBegun: () => void): Promise<void> {
    reading.position = await store.head();
    onBegun();
    const options = { after: reading.position, batchSize: BATCH, signal: reading.stop.signal };
    for await (const batch of store.subscribe(options)) {
      for (const event of batch) tell(reading, event);
      reading.position = batch.at(-1)?.position ?? reading.position;
    }
  }

  function tell({ listeners }: Reading, event: RecordedEvent): void {
    const companyId = companyOfStream(event.stream);
    const concerned = companyId !== null && listeners.get(companyId);
    if (!concerned || !isOwnEvent(event, companyId)) return;
    for (const { hear } of concerned) hear(event);
  }

  /** The next listener begins anew. */
  function end(reading: Reading, onBegun: (error: unknown) => void, error: unknown): void {
    if (present === reading) present = null;
    onBegun(error);
    for (const concerned of reading.listeners.values()) for (const { fail } of concerned) fail(error);
  }

  function release(reading: Reading): void {
    reading.users -= 1;
    if (reading.users > 0) return;
    reading.stop.abort();
    if (present === reading) present = null;
  }

  return {
    async listen(companyId) {
      present ??= begin();
      const reading = present;
      reading.users += 1;
      try {
        await reading.begun;
      } catch (error) {
        release(reading);
        throw error;
      }
      // No await from here on: an event between the position and the listener would be lost.
      const concerned = reading.listeners.get(companyId) ?? new Set();
      reading.listeners.set(companyId, concerned);
      const queue = createQueue();
      concerned.add(queue.listener);
      return {
        from: reading.position,
        next: queue.next,
        leave() {
          if (!concerned.delete(queue.listener)) return;
          if (concerned.size === 0) reading.listeners.delete(companyId);
          release(reading);
        },
      };
    },
  };
}

/** What one listener has not taken yet. */
function createQueue() {
  let waiting: RecordedEvent[] = [];
  let isBehind = false;
  let failure: { readonly error: unknown } | null = null;
  let wake = () => {};

  const listener: Listener = {
    hear(event) {
      if (waiting.length >= MOST_WAITING) isBehind = true;
      if (!isBehind) waiting.push(event);
      wake();
    },
    fail(error) {
      failure = { error };
      wake();
    },
  };

  async function next(signal: AbortSignal): Promise<readonly RecordedEvent[] | null> {
    for (;;) {
      if (signal.aborted) return null;
      if (waiting.length > 0) {
        const taken = waiting;
        waiting = [];
        return taken;
      }
      if (isBehind) return null;
      if (failure) throw failure.error;
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', wake, { once: true });
      });
      signal.removeEventListener('abort', wake);
      wake = () => {};
    }
  }

  return { listener, next };
}
