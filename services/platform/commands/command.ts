import type { DomainEvent, EventOrigin } from '#contracts/events/vocabulary.ts';
import type { Accepted, Rejected, Result } from '#contracts/result.ts';
import type { Fold } from './fold.ts';

/** The actor, time and cause of a command; it becomes the metadata of the events that follow. */
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

/** What a decider answers: events, none when nothing has to change, or a rejection. Never an exception. */
export type Decision<Event extends DomainEvent> = Result<readonly Event[]>;

/** Business rules as pure functions, over what the events of a stream have left behind. */
export type Decider<State, Command, Event extends DomainEvent, Outcome = State> = {
  readonly fold: Fold<State, Event['type']>;
  /** Must not edit `state`. */
  readonly decide: (command: Command, state: State) => Decision<Event>;
  /** What a command leaves behind. A value: `state` itself may be edited by the next event. */
  readonly outcome: (state: State) => Outcome;
  /** The types of event without which it cannot decide; by default all that the fold takes in. */
  readonly needs?: readonly Event['type'][];
};

/** The result of a command. The read models show it once they have reached `position`. */
export type CommandOutcome<Value = undefined> = (Accepted<Value> & { readonly position: number }) | Rejected;

/** True when both have the same values, so that an edit changes nothing. Facts are flat: texts, numbers or null. */
export function isSame<Facts extends object>(before: Facts, after: Facts): boolean {
  return (Object.keys(after) as (keyof Facts)[]).every((field) => before[field] === after[field]);
}
