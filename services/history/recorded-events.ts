import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { HistoryEventType } from '#contracts/history/history-events.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { isOwnEvent } from '#platform/event-store/own-events.ts';

export type HistoryEvent = StoredEvent<HistoryEventType>;

/** Those of the company, decoded; one that this program cannot read is left out. */
export function readable(recorded: readonly RecordedEvent[], companyId: string): HistoryEvent[] {
  return recorded.flatMap((event) => {
    if (!isOwnEvent(event, companyId)) return [];
    try {
      const decoded = decodeEvent(event);
      return decoded.type === 'CompanyErased' ? [] : [decoded as HistoryEvent];
    } catch (error) {
      if (error instanceof UndecodableEvent) return [];
      throw error;
    }
  });
}
