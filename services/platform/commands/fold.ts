import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { decodeEvent, type UncheckedEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import { type EventStore, START } from '../event-store/event-store.port.ts';

/** How the events of a stream become a state. */
export type Fold<State, Type extends EventType> = {
  readonly empty: () => State;
  /**
   * What each event does to the state; null: nothing. A new type of event compiles only when every fold of its
   * stream says what it does. A handler returns the next state, or nothing when it has edited `state`: folding a long
   * stream must not copy it at every event.
   */
  readonly on: { readonly [Each in Type]: Handler<State, Each> | null };
};

type Handler<State, Type extends EventType> = (state: State, event: StoredEvent<Type>) => State | undefined;

/** The state after an event. Use only the result: `state` may have been edited. */
export function evolve<State, Type extends EventType>(
  fold: Fold<State, Type>,
  state: State,
  event: StoredEvent,
): State {
  const next = handlerOf(fold, event.type)?.(state, event as never);
  return next === undefined ? state : next;
}

export function foldEvents<State, Type extends EventType>(
  fold: Fold<State, Type>,
  events: readonly StoredEvent[],
): State {
  return events.reduce((state, event) => evolve(fold, state, event), fold.empty());
}

/** The mapped type pairs each handler with its event; that does not survive the look-up by name. */
function handlerOf<State, Type extends EventType>(
  { on }: Fold<State, Type>,
  type: string,
): Handler<State, never> | null | undefined {
  return Object.hasOwn(on, type)
    ? (on as Readonly<Record<string, Handler<State, never> | null>>)[type]
    : null;
}

/** The state of a stream, as far as it was read. Use it at once: the next load may edit the same object. */
export type Folded<State> = {
  readonly state: State;
  /** Of the last event; -1 without one. */
  readonly revision: number;
  /** Of the last event; START without one. */
  readonly position: number;
  /** Whether one of its events may be of this command. Right whenever it says no, if the cache knows commands. */
  mayHave(commandId: string): boolean;
  /** Takes in events that this process has appended, unless others that it has not read come before them. */
  add(events: readonly UncheckedEvent[]): void;
};

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

/** What each fold may keep in memory, as bytes of its serialized states. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the state of hot streams and reads only what came after. Loads that arrive while a read is under way
 * share the read that follows it, since the one under way may have looked too early for them. So any number
 * of callers costs at most one read at a time.
 *
 * A state is kept once its stream has `keptFrom` events: a shorter one is read as fast as its tail. With `knowsCommands` it
 * remembers which commands the events came from.
 */
export function createStateCache<State, Type extends EventType>(
  store: Pick<EventStore, 'read'>,
  fold: Fold<State, Type>,
  { bytes = MOST_BYTES, keptFrom = 0, knowsCommands = false } = {},
): StateCache<State, Type> {
  type Kept = {
    readonly folding: Folding<State, Type>;
    /** The latest read, under way or done. */
    reading: Promise<void>;
    queued: Promise<void> | null;
  };
  const cache = new LRUCache<string, Kept>({ maxSize: bytes });

  async function readTail(stream: string, kept: Kept): Promise<void> {
    const { folding } = kept;
    folding.take(await store.read(stream, { from: folding.revision + 1 }));
    // Setting the same value again would keep its former size.
    cache.delete(stream);
    if (kept.queued || folding.revision + 1 >= keptFrom) cache.set(stream, kept, { size: folding.size() });
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
        kept = { folding: startFolding(fold, knowsCommands), reading: Promise.resolve(), queued: null };
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

/** The state of these events of one stream, which begin with its first one. Throws as `load` does. */
export function foldStored<State, Type extends EventType>(
  fold: Fold<State, Type>,
  events: readonly UncheckedEvent[],
  needs?: readonly Type[],
): State {
  const folding = startFolding(fold);
  folding.take(events);
  folding.expectReadable(needs);
  return folding.state;
}

type Folding<State, Type extends EventType> = Folded<State> & {
  /** Takes in what was read. Events that were taken in before change nothing. */
  take(events: readonly UncheckedEvent[]): void;
  expectReadable(needs: readonly Type[] | undefined): void;
  /** In bytes. */
  size(): number;
};

/** A state is measured again when its stream is longer by this share. */
const GROWTH = 1.25;
const BYTES_OF_A_COMMAND = 40;

function startFolding<State, Type extends EventType>(
  fold: Fold<State, Type>,
  knowsCommands = false,
): Folding<State, Type> {
  /** The last one of each type. */
  const unreadable = new Map<string, UndecodableEvent>();
  const commands = new Set<number>();
  let state = fold.empty();
  let revision = -1;
  let position = START;
  let bytes = 1;
  let measuredAt = 0;

  function apply(event: UncheckedEvent): void {
    if (!handlerOf(fold, event.type)) return;
    try {
      state = evolve(fold, state, decodeEvent(event));
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      unreadable.set(event.type, error);
    }
  }

  function take(events: readonly UncheckedEvent[]): void {
    for (const event of events) {
      if (event.revision <= revision) continue;
      apply(event);
      ({ revision, position } = event);
      if (knowsCommands) commands.add(fingerprint(commandOf(event)));
    }
  }

  return {
    get state() {
      return state;
    },
    get revision() {
      return revision;
    },
    get position() {
      return position;
    },
    mayHave: (commandId) => commands.has(fingerprint(commandId)),
    add(events) {
      if (events[0]?.revision === revision + 1) take(events);
    },
    take,
    expectReadable(needs) {
      for (const [type, error] of unreadable) if (!needs || needs.includes(type as Type)) throw error;
    },
    size() {
      if (revision >= measuredAt * GROWTH) {
        measuredAt = revision;
        bytes = 1 + serialize(state).byteLength + commands.size * BYTES_OF_A_COMMAND;
      }
      return bytes;
    },
  };
}

/** The command that an event came from, also when the rest of it cannot be read; empty if there is none. */
export function commandOf({ metadata }: Pick<UncheckedEvent, 'metadata'>): string {
  const { commandId } = (metadata ?? {}) as { readonly commandId?: unknown };
  return typeof commandId === 'string' ? commandId : '';
}

/** The end of a UUID: in every kind of UUID that is where the bits are that differ. */
function fingerprint(commandId: string): number {
  return Number.parseInt(commandId.slice(-12), 16);
}
