import { companyOfStream } from '#contracts/events/streams.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';

/**
 * The company in whose chain an event has its link; null for events of nobody, and for the one that says that
 * a company was erased, its chain included.
 */
export function chainOf({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): string | null {
  const companyId = type === 'CompanyErased' ? null : companyOfStream(stream);
  // Another program may have written anything into a server that we share.
  return companyId !== null && isId(companyId) ? companyId : null;
}
