import { type Static, type TObject, Type } from 'typebox';
import type { StoredEvent } from '../events/vocabulary.ts';
import { type Description, EFFECTS, SUBJECT_KINDS, type Subject } from './description.ts';
import { descriptionOf, type HistoryEventType, originText, subjectOf } from './history-events.ts';
import { type Names, VALUE_TYPES, type Value, type ValueType, valueText } from './values.ts';

/**
 * An object or null, as one schema with two types. A union of two schemas means the same, but the JSON serializer
 * then checks each value against both: twice the work for a list of optional objects.
 */
function orNull<Of extends TObject>(of: Of) {
  return Type.Unsafe<Static<Of> | null>({ ...of, type: ['object', 'null'] });
}

/** A value and what it is in words; null where there is none. */
export const ShownValue = orNull(
  Type.Object({
    value: Type.Unsafe<string | number>({
      type: ['string', 'number'],
      description:
        'money in cents, a date yyyy-mm-dd, a moment UTC ISO-8601, ids of persons, campaigns and goals',
    }),
    text: Type.String({ description: 'the same in words' }),
  }),
);
export type ShownValue = Static<typeof ShownValue>;

export const ShownChange = Type.Object({
  field: Type.String({ description: 'as the event has it' }),
  label: Type.String(),
  type: Type.Enum([...VALUE_TYPES]),
  changed: Type.Boolean({ description: 'false: the event left it as it was' }),
  before: ShownValue,
  after: ShownValue,
});
export type ShownChange = Static<typeof ShownChange>;

const Person = Type.Object({ id: Type.String(), name: Type.String() });

/** One event of the history of a company, in people's words and for programs. */
export const HistoryEntry = Type.Object({
  position: Type.Integer({ description: 'its place in the log; `?as-of=@<position>` shows what was then' }),
  at: Type.String({ description: 'when it happened, UTC ISO-8601' }),
  type: Type.String({ description: 'of the event' }),
  title: Type.String({ description: 'what happened' }),
  effect: Type.Enum([...EFFECTS], { description: 'what became of the subject' }),
  subject: Type.Object({
    kind: Type.Enum([...SUBJECT_KINDS]),
    id: Type.String({ description: 'of a shift: employee, `_` and date' }),
    name: Type.String({ description: 'as the event has it; of a shift its date' }),
  }),
  /** The employee it is about. */
  person: orNull(Person),
  /** The employee who acted; null for the program and the payment provider. */
  actor: orNull(Person),
  origin: Type.String({ description: 'api, import, job, registration, demo, demo bot or billing' }),
  from: Type.String({
    description: 'the origin in words: in the app, by import, by the program at midnight',
  }),
  changes: Type.Array(ShownChange, { description: 'every field of the event, in the order to read them' }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** An event in words, before names are looked up. */
export type DescribedEvent = {
  readonly event: StoredEvent<HistoryEventType>;
  readonly description: Description;
  readonly subject: Subject;
};

export function describeEvent(event: StoredEvent<HistoryEventType>): DescribedEvent {
  return { event, description: descriptionOf(event), subject: subjectOf(event) };
}

/** Asks for every name that the entry will have. */
export function askForNames({ event, description, subject }: DescribedEvent, names: Names): void {
  for (const id of [subject.employeeId, event.metadata.actorId]) if (id !== null) names.person(id);
  for (const { type, before, after } of description.changes) {
    if (type !== 'person' && type !== 'campaign' && type !== 'goal') continue;
    for (const id of [before, after]) if (id !== null) names[type](String(id));
  }
}

/** An event as an entry of a history; names are those of today. */
export function entryOf(event: StoredEvent<HistoryEventType>, names: Names): HistoryEntry {
  return namedEntry(describeEvent(event), names);
}

export function namedEntry({ event, description, subject }: DescribedEvent, names: Names): HistoryEntry {
  const { position, type, metadata } = event;
  const { title, effect, name, changes } = description;
  const { kind, id, employeeId } = subject;
  const person = (personId: string | null) =>
    personId === null ? null : { id: personId, name: valueText('person', personId, names) };
  const shown = (valueType: ValueType, value: Value): ShownValue =>
    value === null ? null : { value, text: valueText(valueType, value, names) };
  return {
    position,
    at: metadata.at,
    type,
    title,
    effect,
    subject: { kind, id, name },
    person: person(employeeId),
    actor: person(metadata.actorId),
    origin: metadata.origin,
    from: originText(event),
    changes: changes.map((one) => ({
      ...one,
      before: shown(one.type, one.before),
      after: shown(one.type, one.after),
    })),
  };
}
