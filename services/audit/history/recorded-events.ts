import { decodeEvent, UndecodableEvent } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { HistoryEventType } from '#contracts/history/subject.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { isOwnEvent } from '../own-events.ts';

/** Where an event is stored. */
export type Place = { readonly position: number; readonly stream: string; readonly revision: number };
export type HistoryEvent = StoredEvent<HistoryEventType>;
type Reads = Pick<EventStore, 'read' | 'readAll'>;

/** As long as this part of what lies between was asked for, reading the log on costs less than stream by stream. */
const WORTH_IT = 1 / 4;
/** Streams read at once. */
const AT_ONCE = 8;

/**
 * The events at these places, which are in the order of their positions; what was erased meanwhile is left out.
 * Neighbours in the log are read together, those that are far apart by their streams.
 */
export async function recordedAt(store: Reads, places: readonly Place[]): Promise<RecordedEvent[]> {
  const found = new Map<number, RecordedEvent>();
  const left = await readAlong(store, places, found);
  for (let first = 0; first < left.length; first += AT_ONCE) {
    const some = left.slice(first, first + AT_ONCE);
    const events = await Promise.all(
      some.map(({ stream, revision }) => store.read(stream, { from: revision, limit: 1 })),
    );
    for (const [event] of events) if (event) found.set(event.position, event);
  }
  return places.flatMap(({ position }) => found.get(position) ?? []);
}

/** Reads the log along as long as it is worth it; returns the places that it did not get to. */
async function readAlong(
  store: Reads,
  places: readonly Place[],
  found: Map<number, RecordedEvent>,
): Promise<readonly Place[]> {
  let left = places;
  while (left.length > 1) {
    const [next] = left as readonly [Place];
    const window = await store.readAll({ after: next.position - 1, limit: left.length });
    const wanted = new Set(left.map(({ position }) => position));
    const hits = window.filter(({ position }) => wanted.has(position));
    for (const event of hits) found.set(event.position, event);
    const end = window.at(-1)?.position ?? next.position;
    left = left.filter(({ position }) => position > end);
    if (hits.length < window.length * WORTH_IT) break;
  }
  return left;
}

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
