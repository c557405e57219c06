import { companyOfStream } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';

/**
 * The company whose chain holds an event; null for events without a company, and for CompanyErased, because the
 * chain was erased, too.
 */
export function chainOf({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): string | null {
  const companyId = type === 'CompanyErased' ? null : companyOfStream(stream);
  // Other programs may write to a shared server.
  return companyId !== null && isId(companyId) ? companyId : null;
}
