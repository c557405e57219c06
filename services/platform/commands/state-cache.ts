import { LRUCache } from 'lru-cache';
import type { EventType } from '#contracts/events/vocabulary.ts';
import type { EventStore, RecordedEvent } from '../event-store/event-store.port.ts';
import { type Fold, type Folded, type Folding, type StoredState, startFolding } from './fold.ts';

/**
 * States of long streams, so that a process that does not know one reads only the events after it. Best effort: what is
 * lost, or cannot be reached, is folded from all events.
 */
export type StoredStates = {
  load(stream: string, fold: StoredFold): Promise<StoredState | null>;
  save(stream: string, fold: StoredFold, state: StoredState): Promise<void>;
};

export type StoredFold = NonNullable<Fold<unknown, EventType>['stored']>;

export type StateCache<State, Type extends EventType> = {
  /**
   * Has everything in it that was committed before this call. Throws EventStoreUnavailable when the store is away, and
   * UndecodableEvent when an event of a needed type cannot be read: a newer version of the program has written it. Other
   * events that cannot be read are passed over.
   */
  load(stream: string, needs?: readonly Type[]): Promise<Folded<State>>;
  /** As it was last read; undefined before the first load. */
  known(stream: string): Folded<State> | undefined;
};

export type StateCacheOptions = {
  readonly bytes?: number;
  readonly keptFrom?: number;
  readonly knowsCommands?: boolean;
  readonly states?: StoredStates | undefined;
};

/** A state is stored after so many more events; less often in a long stream, whose state is larger. */
const STORED_EVERY = { short: 64, long: 500 };

/** What each fold may keep in memory, as bytes of its serialized states. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the state of hot streams and reads only what came after. Loads that arrive while a read is under way
 * share the read that follows it, since the one under way may have looked too early for them. So any number
 * of callers costs at most one read at a time.
 *
 * A state is kept once its stream has `keptFrom` events: a shorter one is read as fast as its tail. With `knowsCommands` it
 * remembers which commands the events came from. With `states` it begins a long stream with what was stored of it.
 */
export function createStateCache<State, Type extends EventType>(
  store: Pick<EventStore, 'read'>,
  fold: Fold<State, Type>,
  { bytes = MOST_BYTES, keptFrom = 0, knowsCommands = false, states }: StateCacheOptions = {},
): StateCache<State, Type> {
  type Kept = {
    readonly folding: Folding<State, Type>;
    /** The latest read, under way or done. */
    reading: Promise<void>;
    queued: Promise<void> | null;
    /** Up to this revision the state is stored. */
    stored: number;
  };
  const cache = new LRUCache<string, Kept>({ maxSize: bytes });

  async function readTail(stream: string, kept: Kept): Promise<void> {
    const { folding } = kept;
    const later = folding.revision < 0 ? await thaw(stream, kept) : null;
    folding.take(later ?? (await store.read(stream, { from: folding.revision + 1 })));
    freeze(stream, kept);
    // Setting the same value again would keep its former size.
    cache.delete(stream);
    if (kept.queued || folding.revision + 1 >= keptFrom) cache.set(stream, kept, { size: folding.size() });
  }

  /** The events from the last one of the stored state on; null without one. A state is of this log only if that event is. */
  async function thaw(stream: string, kept: Kept): Promise<readonly RecordedEvent[] | null> {
    const stored = fold.stored && (await states?.load(stream, fold.stored).catch(() => null));
    if (!stored) return null;
    const later = await store.read(stream, { from: stored.revision });
    if (later[0]?.id !== stored.id || !kept.folding.thaw(stored)) return null;
    kept.stored = stored.revision;
    return later;
  }

  function freeze(stream: string, kept: Kept): void {
    const { folding } = kept;
    const { short, long } = STORED_EVERY;
    const due = folding.revision < long ? short : long;
    if (!fold.stored || !states || folding.revision - kept.stored < due) return;
    kept.stored = folding.revision;
    const frozen = folding.freeze();
    if (frozen) void states.save(stream, fold.stored, frozen).catch(() => {});
  }

  function readAfterThis(stream: string, kept: Kept): Promise<void> {
    const go = () => {
      kept.queued = null;
      kept.reading = readTail(stream, kept);
      return kept.reading;
    };
    kept.queued ??= kept.reading.then(go, go);
    return kept.queued;
  }

  return {
    load: async (stream, needs) => {
      let kept = cache.get(stream);
      if (!kept) {
        const folding = startFolding(fold, knowsCommands);
        kept = { folding, reading: Promise.resolve(), queued: null, stored: -1 };
        cache.set(stream, kept, { size: 1 });
      }
      await readAfterThis(stream, kept);
      kept.folding.expectReadable(needs);
      return kept.folding;
    },
    known(stream) {
      const folding = cache.get(stream)?.folding;
      return folding && folding.revision >= 0 ? folding : undefined;
    },
  };
}
