import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { Projection } from './projection.ts';
import type { Handler } from './read-model.ts';
import type { Table } from './table.ts';

/** An event on its way to all projections: decoded once, or with the reason why it cannot be. */
export type Incoming =
  | { readonly recorded: RecordedEvent; readonly event: StoredEvent; readonly fault: null }
  | { readonly recorded: RecordedEvent; readonly event: null; readonly fault: string };

export function decode(recorded: RecordedEvent): Incoming {
  try {
    return { recorded, event: decodeEvent(recorded), fault: null };
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return { recorded, event: null, fault: error.message };
  }
}

type AnyHandler = Handler<EventType, Readonly<Record<string, Table>>>;

export function handlerOf(projection: Projection, type: string): AnyHandler | undefined {
  return Object.hasOwn(projection.model.on, type)
    ? (projection.model.on[type as EventType] as AnyHandler | undefined)
    : undefined;
}

/** The company an event says it belongs to, also when the rest of it cannot be read. */
export function companyOf({ recorded }: Incoming): string {
  const { metadata } = recorded;
  const named = typeof metadata === 'object' && metadata !== null && 'companyId' in metadata;
  return named && typeof metadata.companyId === 'string' ? metadata.companyId : '';
}
