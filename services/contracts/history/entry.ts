import type { HistoryEntry, ShownValue } from '../endpoints/history.endpoints.ts';
import type { StoredEvent } from '../events/vocabulary.ts';
import type { Description, Subject } from './description.ts';
import { descriptionOf, type HistoryEventType, originText, subjectOf } from './history-events.ts';
import { type Names, type Value, type ValueType, valueText } from './values.ts';

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
  if (event.metadata.origin === 'import') names.importText?.(event.metadata.correlationId);
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
  const importText = metadata.origin === 'import' ? names.importText?.(metadata.correlationId) : undefined;
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
    from: importText ?? originText(event),
    changes: changes.map((one) => ({
      ...one,
      before: shown(one.type, one.before),
      after: shown(one.type, one.after),
    })),
  };
}
