import { claimEvents } from '../events/claim.events.ts';
import { streams } from '../events/streams.ts';
import { type EventOrigin, type EventType, events, type StoredEvent } from '../events/vocabulary.ts';
import type { Description, Subject, SubjectKind } from './description.ts';

/** The events that the history of a company shows. */
export type HistoryEventType = {
  [Type in EventType]: (typeof events)[Type]['history'] extends null ? never : Type;
}[EventType];

export const HISTORY_EVENT_TYPES = Object.keys(events).filter(isHistoryEvent);

export function isHistoryEvent(type: string): type is HistoryEventType {
  return Object.hasOwn(events, type) && events[type as EventType].history !== null;
}

type AnyHistory = {
  readonly subject: (data: unknown, companyId: string) => Omit<Subject, 'kind'>;
  readonly describe: (data: unknown) => Description;
};

export function kindOf(type: HistoryEventType): SubjectKind {
  return events[type].history.kind;
}

/** The types of event that are about subjects of these kinds. */
export function typesOf(...kinds: readonly SubjectKind[]): HistoryEventType[] {
  return HISTORY_EVENT_TYPES.filter((type) => kinds.includes(kindOf(type)));
}

/** What a decoded event is about. */
export function subjectOf({ type, data, metadata }: StoredEvent<HistoryEventType>): Subject {
  const { subject } = events[type].history as AnyHistory;
  return { kind: kindOf(type), ...subject(data, metadata.companyId) };
}

/** An event in people's words. */
export function descriptionOf({
  type,
  data,
}: Pick<StoredEvent<HistoryEventType>, 'type' | 'data'>): Description {
  return (events[type].history as AnyHistory).describe(data);
}

const ORIGINS: Readonly<Record<EventOrigin, string>> = {
  api: 'in the app',
  import: 'by import',
  job: 'by the program',
  registration: 'at registration',
  demo: 'with the demo company',
  'demo bot': 'by the bot of the demo company',
  billing: 'by the payments',
};

/** Where an event came from, as the end of a sentence. */
export function originText({ type, data, metadata }: StoredEvent): string {
  if (type === 'ShiftEnded' && data.reason === 'midnight') return 'by the program at midnight';
  return ORIGINS[metadata.origin];
}

const streamOfKind: { readonly [Kind in SubjectKind]: (companyId: string, id: string) => string } = {
  sale: streams.sale,
  shift: streams.shiftOfId,
  employee: streams.organization,
  campaign: streams.organization,
  goal: streams.organization,
  'job-aid': streams.jobAid,
  company: streams.company,
  subscription: streams.subscription,
  access: streams.access,
  pay: streams.pay,
  'pay-rules': streams.payRules,
};

/** The stream of an event of this type about that subject. */
export function streamOfEvent(companyId: string, type: HistoryEventType, subjectId: string): string {
  if (Object.hasOwn(claimEvents, type)) return streams.claims(companyId, subjectId);
  return streamOf(companyId, kindOf(type), subjectId);
}

/** The stream that holds the events about a subject; of the pay of a person, the decisions. */
export function streamOf(companyId: string, kind: SubjectKind, id: string): string {
  return streamOfKind[kind](companyId, id);
}
