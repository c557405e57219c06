import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';

/** How the events of a stream become a state that is kept in memory. */
export type Fold<State, Type extends EventType> = {
  readonly empty: () => State;
  /**
   * What each event does to the state; null: nothing. A new type of event compiles only when every fold of its
   * stream says what it does. A handler may edit `state`: folding a long stream must not copy it at every event.
   */
  readonly on: { readonly [Each in Type]: ((state: State, event: StoredEvent<Each>) => void) | null };
};

export function applyEvent<State, Type extends EventType>(
  { on }: Fold<State, Type>,
  state: State,
  event: StoredEvent,
): void {
  // The mapped type pairs each handler with its event; that does not survive the look-up by name.
  const handlers = on as { readonly [Each in EventType]?: ((state: State, event: never) => void) | null };
  handlers[event.type]?.(state, event as never);
}

export function foldEvents<State, Type extends EventType>(
  fold: Fold<State, Type>,
  events: readonly StoredEvent[],
): State {
  const state = fold.empty();
  for (const event of events) applyEvent(fold, state, event);
  return state;
}
