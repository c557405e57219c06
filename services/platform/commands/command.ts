import type { DomainEvent, EventOrigin } from '#contracts/events/vocabulary.ts';
import type { Accepted, Rejected, Result } from '#contracts/result.ts';

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

/** Business rules as pure functions. */
export type Decider<State, Command, Event extends DomainEvent> = {
  readonly initial: State;
  /** Must not edit `state`. */
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Decision<Event>;
};

/** The result of a command. The read models show it once they have reached `position`. */
export type CommandOutcome<Value = undefined> = (Accepted<Value> & { readonly position: number }) | Rejected;

/** True when both have the same values, so that an edit changes nothing. Facts are flat: texts, numbers or null. */
export function isSame<Facts extends object>(before: Facts, after: Facts): boolean {
  return (Object.keys(after) as (keyof Facts)[]).every((field) => before[field] === after[field]);
}

/** The set with or without `id`; the same object when nothing changes. Never edits `set`. */
export function withMember(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(id) === isIn) return set;
  const changed = new Set(set);
  if (isIn) changed.add(id);
  else changed.delete(id);
  return changed;
}

/** The map with `value` under `id`, without `id` when it is undefined. Never edits `map`. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const changed = new Map(map);
  if (value === undefined) changed.delete(id);
  else changed.set(id, value);
  return changed;
}
