import { LRUCache } from 'lru-cache';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { EventStore } from '../event-store/event-store.port.ts';

export type Histories = {
  /** Every event of the stream committed before the call. Throws EventStoreUnavailable. */
  load(stream: string): Promise<readonly StoredEvent[]>;
};

/** Events kept in memory, over all streams. */
const KEPT_EVENTS = 20_000;
/** A shorter stream is read as fast as its tail. */
const LONG = 32;

/**
 * Keeps the events of long streams, the structure of companies above all, and reads only what is new in
 * them. Events never change, so what was kept stays right.
 */
export function createHistories(store: Pick<EventStore, 'read'>): Histories {
  const kept = new LRUCache<string, readonly StoredEvent[]>({
    maxSize: KEPT_EVENTS,
    sizeCalculation: (events) => events.length,
  });
  return {
    load: async (stream) => {
      const known = kept.get(stream) ?? [];
      const tail = await store.read(stream, { from: (known.at(-1)?.revision ?? -1) + 1 });
      if (tail.length === 0) return known;
      const events = [...known, ...tail.map(decodeEvent)];
      if (events.length >= LONG) kept.set(stream, events);
      return events;
    },
  };
}
