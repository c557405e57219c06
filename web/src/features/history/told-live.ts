import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { entryOf, type HistoryEntry } from '#contracts/history/entry.ts';
import { HISTORY_EVENT_TYPES, type HistoryEventType, subjectOf } from '#contracts/history/subject.ts';
import type { Names } from '#contracts/history/values.ts';
import type { AuditLine } from '../../live/audit-tail.ts';
import { type Filters, queryFor } from './filters.ts';

export type Told = StoredEvent<HistoryEventType>;

const known: ReadonlySet<string> = new Set(HISTORY_EVENT_TYPES);

/** The event of a line of the feed; null for one that a newer server knows and this page does not. */
export function eventIn(line: AuditLine): Told | null {
  return known.has(line.type) && isObject(line.data) && isObject(line.metadata)
    ? (line as unknown as Told)
    : null;
}

/** Whether the API would have it in the list with these filters. */
export function fits(filters: Filters): (event: Told) => boolean {
  const { person, campaign, kind, from, to } = queryFor(filters);
  return (event) => {
    const { actorId, at } = event.metadata;
    const subject = subjectOf(event);
    return (
      (kind === undefined || subject.kind === kind) &&
      (person === undefined || subject.employeeId === person || actorId === person) &&
      (campaign === undefined || [subject.campaignId, subject.formerCampaignId].includes(campaign)) &&
      (from === undefined || at >= from) &&
      (to === undefined || at <= to)
    );
  };
}

/**
 * Tells each event once, with the names that are known then; anew when the `lists` of names are others. So nothing is
 * drawn anew for what was there already.
 */
export function createTelling(): (events: readonly Told[], names: Names, lists: unknown) => HistoryEntry[] {
  let told = new WeakMap<Told, HistoryEntry>();
  let toldBy: unknown;
  return (events, names, lists) => {
    if (toldBy !== lists) told = new WeakMap();
    toldBy = lists;
    return events.map((event) => {
      const entry = told.get(event) ?? entryOf(event, names);
      told.set(event, entry);
      return entry;
    });
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
