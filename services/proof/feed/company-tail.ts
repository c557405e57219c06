import {
  type EventStore,
  isOwnEvent,
  type RecordedEvent,
  START,
} from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';

/** The positions of each company's events, from its links: undecodable events included. */
export type Places = {
  /** The position up to which every event has a link. */
  progress(): Promise<number>;
  positions(
    companyId: string,
    range: { readonly after: number; readonly to: number; readonly limit: number },
  ): Promise<readonly number[]>;
};

export type CompanyTailDeps = {
  readonly store: Pick<EventStore, 'subscribe' | 'readAt'>;
  readonly places: Places;
};

type TailOptions = { readonly after: number; readonly batchSize: number; readonly signal: AbortSignal };

/**
 * Every event of a company behind a position, in order and once; then new events as they are appended. Old events
 * are read by their positions in the links, so the cost depends on the company and not on the log. New events come
 * from the tail of the log, which all readers share. A reader that falls behind there goes back to the links. It
 * reads only as far as its consumer takes.
 *
 * No event is missed between the two: the links are used up to the position where every event has one, and the log
 * is read from there.
 */
export async function* companyTail(
  { store, places }: CompanyTailDeps,
  companyId: string,
  { after: from, batchSize, signal }: TailOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const own = (events: readonly RecordedEvent[]) => events.filter((event) => isOwnEvent(event, companyId));
  let after = from;
  let isBehind = true;
  while (isBehind && !signal.aborted) {
    const to = isId(companyId) ? await places.progress() : START;
    while (after < to && !signal.aborted) {
      const positions = await places.positions(companyId, { after, to, limit: batchSize });
      if (positions.length > 0) yield own(await store.readAt(positions));
      after = positions.length < batchSize ? to : (positions.at(-1) as number);
    }
    isBehind = false;
    for await (const batch of store.subscribe({ after, batchSize, signal })) {
      yield own(batch);
      after = batch.at(-1)?.position ?? after;
      isBehind = batch.length === batchSize;
      if (isBehind) break;
    }
  }
}
