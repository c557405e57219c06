import type { EventOrigin } from '#contracts/events/metadata.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';

/** Who commands, when and why; the envelope of every event that follows. */
export type CommandContext = {
  readonly companyId: string;
  /** The acting employee; null for a job or an import. */
  readonly actorId: string | null;
  /** A retry carries the same id and then changes nothing. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly origin: EventOrigin;
  /** The time of the command, UTC ISO-8601: the only clock that deciders know. */
  readonly now: string;
};

/** What a decider answers: facts, possibly none, or the code of a refusal. Never an exception. */
export type Decision<Event extends DomainEvent> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly refusal: MessageCode };

/** Business rules as pure functions. */
export type Decider<State, Command, Event extends DomainEvent> = {
  readonly initial: State;
  /** Must not edit `state`. */
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Decision<Event>;
};

/** What a command came to. `position` is where a reader must have got to, to see it. */
export type CommandOutcome<Value = undefined> =
  | { readonly ok: true; readonly position: number; readonly value: Value }
  | { readonly ok: false; readonly refusal: MessageCode };
