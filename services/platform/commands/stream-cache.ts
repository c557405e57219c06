import { LRUCache } from 'lru-cache';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { Stream } from '#contracts/events/streams.ts';
import type { DomainEvent, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { EventStore } from '../event-store/event-store.port.ts';

export type StreamCache = {
  /** Every event of the stream committed before the call. Throws EventStoreUnavailable. */
  load<Event extends DomainEvent>(stream: Stream<Event>): Promise<readonly (StoredEvent & Event)[]>;
};

/** Events in memory, over all streams. */
const MAX_EVENTS = 20_000;
/** The first revision of a stream that is worth caching: a shorter one is read as fast as its tail. */
const LONG = 32;

/**
 * Caches the events of long streams, above all the organization streams of companies, and reads only what is new
 * in them. Events never change, so the cached ones stay right.
 */
export function createStreamCache(store: Pick<EventStore, 'read'>): StreamCache {
  const cache = new LRUCache<string, readonly StoredEvent[]>({
    maxSize: MAX_EVENTS,
    sizeCalculation: (events) => events.length,
  });

  async function load(stream: string): Promise<readonly StoredEvent[]> {
    const known = cache.get(stream) ?? [];
    const tail = await store.read(stream, { from: (known.at(-1)?.revision ?? -1) + 1 });
    if (tail.length === 0) return known;
    const events = [...known, ...tail.map(decodeEvent)];
    if (events.length >= LONG) cache.set(stream, events);
    return events;
  }

  // Only commands write a stream, and they write the events that its type names; decoding has checked each one.
  return { load: load as StreamCache['load'] };
}
