import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { entryOf } from '#contracts/history/entry.ts';
import { HISTORY_EVENT_TYPES, type HistoryEventType, subjectOf } from '#contracts/history/history-events.ts';
import type { Names } from '#contracts/history/values.ts';
import type { AuditLine } from '../../live/audit-tail.ts';
import { type Filters, queryFor } from './filters.ts';

export type LiveEvent = StoredEvent<HistoryEventType>;

const known: ReadonlySet<string> = new Set(HISTORY_EVENT_TYPES);

/** The event of a line of the feed; null for one that only a newer server knows. */
export function eventOfLine(line: AuditLine): LiveEvent | null {
  return known.has(line.type) && isObject(line.data) && isObject(line.metadata)
    ? (line as unknown as LiveEvent)
    : null;
}

/** Whether the API would list it with these filters. */
export function matchesFilters(filters: Filters): (event: LiveEvent) => boolean {
  const { person, campaign, kind, from, to } = queryFor(filters);
  return (event) => {
    const { actorId, at } = event.metadata;
    const subject = subjectOf(event);
    return (
      (kind === undefined ? subject.kind !== 'access' : subject.kind === kind) &&
      (person === undefined || subject.employeeId === person || actorId === person) &&
      (campaign === undefined || [subject.campaignId, subject.formerCampaignId].includes(campaign)) &&
      (from === undefined || at >= from) &&
      (to === undefined || at <= to)
    );
  };
}

/**
 * Words each event once, with the names known at that time, and again when the `lists` of names change. So rows that
 * are shown already are not drawn again.
 */
export function createEntryCache(): (
  events: readonly LiveEvent[],
  names: Names,
  lists: unknown,
) => HistoryEntry[] {
  let entryOfEvent = new WeakMap<LiveEvent, HistoryEntry>();
  let knownNames: unknown;
  return (events, names, lists) => {
    if (knownNames !== lists) entryOfEvent = new WeakMap();
    knownNames = lists;
    return events.map((event) => {
      const entry = entryOfEvent.get(event) ?? entryOf(event, names);
      entryOfEvent.set(event, entry);
      return entry;
    });
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
