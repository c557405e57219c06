import { companyOfStream } from '#contracts/events/streams.ts';
import type { RecordedEvent } from './event-store.port.ts';

/**
 * True when a company may see an event, even one that cannot be decoded: the stream's name must name the company,
 * and the metadata, as far as it can be read, must not name another one.
 */
export function isOwnEvent(event: RecordedEvent, companyId: string): boolean {
  if (companyOfStream(event.stream) !== companyId) return false;
  const claimed = (event.metadata as { companyId?: unknown } | null)?.companyId;
  return claimed === undefined || claimed === companyId;
}

/** One line of the audit feed: the event as stored, without upcasting. */
export function auditLine(event: RecordedEvent): string {
  const { position, stream, revision, id, type, version, data, metadata, recordedAt } = event;
  return `${JSON.stringify({ position, stream, revision, id, type, version, data, metadata, recordedAt })}\n`;
}
