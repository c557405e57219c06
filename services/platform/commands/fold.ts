import { deserialize, serialize } from 'node:v8';
import { decodeEvent, type UncheckedEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import { START } from '../event-store/event-store.port.ts';

/** How the events of a stream become a state. */
export type Fold<State, Type extends EventType> = {
  readonly empty: () => State;
  /** States of long streams are stored under this name. Another `on` needs another version. */
  readonly stored?: { readonly name: string; readonly version: number };
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

export type Folding<State, Type extends EventType> = Folded<State> & {
  /** Takes in what was read. Events that were taken in before change nothing. */
  take(events: readonly UncheckedEvent[]): void;
  expectReadable(needs: readonly Type[] | undefined): void;
  /** In bytes. */
  size(): number;
  /** The state as it is now; null when events in it could not be read, since another version may read them. */
  freeze(): StoredState | null;
  /** Goes on from a stored state, in a folding that has taken in nothing yet. False when it cannot be read. */
  thaw(stored: StoredState): boolean;
};

/** A state as it was after the event `id` with this revision. */
export type StoredState = {
  readonly revision: number;
  readonly position: number;
  readonly id: string;
  readonly bytes: Uint8Array;
};

/** A state is measured again when its stream is longer by this share. */
const GROWTH = 1.25;
const BYTES_OF_A_COMMAND = 40;

export function startFolding<State, Type extends EventType>(
  fold: Fold<State, Type>,
  knowsCommands = false,
): Folding<State, Type> {
  /** The last one of each type. */
  const unreadable = new Map<string, UndecodableEvent>();
  let commands = new Set<number>();
  let state = fold.empty();
  let revision = -1;
  let position = START;
  let id = '';
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
      ({ revision, position, id } = event);
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
    freeze: () =>
      unreadable.size > 0 ? null : { revision, position, id, bytes: serialize({ state, commands }) },
    thaw(stored) {
      try {
        ({ state, commands } = deserialize(stored.bytes));
      } catch {
        // Of a newer Node.js: what it has written is folded again.
        return false;
      }
      ({ revision, position, id } = stored);
      // At most: the stored bytes have the commands, too. It is measured when the stream has grown.
      bytes = 1 + stored.bytes.byteLength + commands.size * BYTES_OF_A_COMMAND;
      measuredAt = revision;
      return true;
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
