import { LRUCache } from 'lru-cache';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { EventStore } from '../event-store/event-store.port.ts';

/** How the events of a stream become a state that is kept in memory. */
export type Fold<State, Type extends EventType> = {
  readonly empty: () => State;
  /**
   * What each event does to the state; null: nothing. A new type of event compiles only when every fold of its
   * stream says what it does. A handler may edit `state`: folding a long stream must not copy it at every event.
   */
  readonly on: { readonly [Each in Type]: ((state: State, event: StoredEvent<Each>) => void) | null };
};

export function foldEvents<State, Type extends EventType>(
  fold: Fold<State, Type>,
  events: readonly StoredEvent[],
): State {
  const state = fold.empty();
  for (const event of events) applyEvent(fold, state, event);
  return state;
}

function applyEvent<State, Type extends EventType>(
  { on }: Fold<State, Type>,
  state: State,
  event: StoredEvent,
): void {
  // The mapped type pairs each handler with its event; that does not survive the look-up by name.
  const handlers = on as { readonly [Each in EventType]?: ((state: State, event: never) => void) | null };
  handlers[event.type]?.(state, event as never);
}

type StateCache<State> = {
  /**
   * The state with everything in it that was committed before this call. Use it at once: the next load may
   * change the same object. Throws EventStoreUnavailable when the store is away.
   */
  load(stream: string): Promise<State>;
  /** The state as it was last read, with the revision of its last event; undefined before the first load. */
  known(stream: string): { readonly state: State; readonly revision: number } | undefined;
};

type Kept<State> = {
  state: State;
  /** The first revision not folded yet. */
  next: number;
  /** The latest read, under way or done. */
  reading: Promise<void>;
  queued: Promise<void> | null;
};

/**
 * Keeps the state of hot streams and reads only what came after. Loads that arrive while a read is under way
 * share the read that follows it, since the one under way may have looked too early for them. So any number
 * of callers costs at most one read at a time.
 */
export function createStateCache<State, Type extends EventType>(
  store: Pick<EventStore, 'read'>,
  fold: Fold<State, Type>,
  { streams = 500 } = {},
): StateCache<State> {
  const kept = new LRUCache<string, Kept<State>>({ max: streams });

  async function readTail(stream: string, entry: Kept<State>): Promise<void> {
    for (const stored of await store.read(stream, { from: entry.next })) {
      applyEvent(fold, entry.state, decodeEvent(stored));
      entry.next = stored.revision + 1;
    }
  }

  function readAfterThis(stream: string, entry: Kept<State>): Promise<void> {
    const go = () => {
      entry.queued = null;
      entry.reading = readTail(stream, entry);
      return entry.reading;
    };
    entry.queued ??= entry.reading.then(go, go);
    return entry.queued;
  }

  return {
    load: async (stream) => {
      let entry = kept.get(stream);
      if (!entry) {
        entry = { state: fold.empty(), next: 0, reading: Promise.resolve(), queued: null };
        kept.set(stream, entry);
      }
      await readAfterThis(stream, entry);
      return entry.state;
    },
    known(stream) {
      const entry = kept.get(stream);
      return entry && entry.next > 0 ? { state: entry.state, revision: entry.next - 1 } : undefined;
    },
  };
}
