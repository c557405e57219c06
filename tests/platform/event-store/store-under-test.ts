import type { EventStore, NewEvent, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';

/** One adapter on a log that it may share with others: the suite uses streams of its own only. */
export type StoreUnderTest = {
  readonly store: EventStore;
  /** Another store on the same log, as another process has it; the memory store has none. */
  another(): EventStore;
  /** How many random interleavings of writers to try. */
  readonly interleavings: number;
  /** Makes appends take effect and answer out of the order in which they came, where the server can. */
  delayAppends(delay: (() => number) | undefined): void;
  close(): Promise<void>;
};

/**
 * A real server has transactions that overlap. A fake gives positions and makes events readable in one synchronous
 * step, so its writers cannot commit out of order: there only our client is tested.
 */
export const INTERLEAVINGS = { real: 100, fake: 10 };

export type OpenStore = () => Promise<StoreUnderTest>;

export function anEvent(data: NewEvent['data'] = {}, type = 'SomethingHappened'): NewEvent {
  return { id: newId(), type, version: 1, data, metadata: { by: 'the suite' } };
}

export function events(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => anEvent({ index }));
}

export function aStream(): string {
  return `test-${newId()}`;
}

export function ids(of: readonly { readonly id: string }[]): string[] {
  return of.map((event) => event.id);
}

/** Everything after `after` until `enough` says so of what has come; then the subscription is ended. */
export async function hear(
  store: EventStore,
  options: { readonly after: number; readonly batchSize?: number },
  enough: (heard: readonly RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  const heard: RecordedEvent[] = [];
  for await (const batch of store.subscribe({ ...options, signal: stop.signal })) {
    heard.push(...batch);
    if (enough(heard)) stop.abort();
  }
  return heard;
}
