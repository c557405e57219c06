import { companyOfStream } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';

/**
 * Whether an event is the company's to see. Also for events that cannot be decoded: the stream's name has
 * to say so, and the metadata, as far as it can be read, must not say otherwise.
 */
export function isOwnEvent(event: RecordedEvent, companyId: string): boolean {
  if (companyOfStream(event.stream) !== companyId) return false;
  const claimed = (event.metadata as { companyId?: unknown } | null)?.companyId;
  return claimed === undefined || claimed === companyId;
}

/** One line of the feed: the event as it was stored, not as this program would read it. */
export function auditLine(event: RecordedEvent): string {
  const { position, stream, revision, id, type, version, data, metadata, recordedAt } = event;
  return `${JSON.stringify({ position, stream, revision, id, type, version, data, metadata, recordedAt })}\n`;
}
