import { type Static, Type } from 'typebox';
import type { StoredEvent } from '../events/vocabulary.ts';
import { orNull } from '../or-null.ts';
import { type HistoryEventType, SUBJECT_KINDS, type Subject, subjectOf } from './subject.ts';
import { type Names, VALUE_TYPES, type Value, type ValueType, valueText } from './values.ts';
import { EFFECTS, originWords, type Words, wordsOf } from './words.ts';

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

const Somebody = Type.Object({ id: Type.String(), name: Type.String() });

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
  /** Whom it is about. */
  person: orNull(Somebody),
  /** Who did it; null: nobody, the program or the payments. */
  actor: orNull(Somebody),
  origin: Type.String({ description: 'api, import, job, registration, demo or billing' }),
  from: Type.String({
    description: 'the origin in words: in the app, by import, by the program at midnight',
  }),
  changes: Type.Array(ShownChange, { description: 'every field of the event, in the order to read them' }),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** What an event says, before anybody is named. */
export type Told = {
  readonly event: StoredEvent<HistoryEventType>;
  readonly words: Words;
  readonly subject: Subject;
};

export function told(event: StoredEvent<HistoryEventType>): Told {
  return { event, words: wordsOf(event), subject: subjectOf(event) };
}

/** Asks for every name that the entry will have. */
export function askForNames({ event, words, subject }: Told, names: Names): void {
  for (const who of [subject.employeeId, event.metadata.actorId]) if (who !== null) names.person(who);
  for (const { type, before, after } of words.changes) {
    if (type !== 'person' && type !== 'campaign' && type !== 'goal') continue;
    for (const id of [before, after]) if (id !== null) names[type](String(id));
  }
}

/** An event as an entry of a history; names are those of today. */
export function entryOf(event: StoredEvent<HistoryEventType>, names: Names): HistoryEntry {
  return namedEntry(told(event), names);
}

export function namedEntry({ event, words, subject }: Told, names: Names): HistoryEntry {
  const { position, type, metadata } = event;
  const { title, effect, name, changes } = words;
  const { kind, id, employeeId } = subject;
  const somebody = (who: string | null) =>
    who === null ? null : { id: who, name: valueText('person', who, names) };
  const shown = (valueType: ValueType, value: Value): ShownValue =>
    value === null ? null : { value, text: valueText(valueType, value, names) };
  return {
    position,
    at: metadata.at,
    type,
    title,
    effect,
    subject: { kind, id, name },
    person: somebody(employeeId),
    actor: somebody(metadata.actorId),
    origin: metadata.origin,
    from: originWords(event),
    changes: changes.map((one) => ({
      ...one,
      before: shown(one.type, one.before),
      after: shown(one.type, one.after),
    })),
  };
}
