import {
  type EventStore,
  isOwnEvent,
  type RecordedEvent,
  START,
} from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';
import type { SharedReader } from './shared-reader.ts';

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
  readonly store: Pick<EventStore, 'readAt' | 'readCompany'>;
  readonly places: Places;
  readonly reader: SharedReader;
};

type TailOptions = { readonly after: number; readonly batchSize: number; readonly signal: AbortSignal };

/**
 * Every event of a company behind a position, in order and once; then new events as they are appended. Old events
 * are read by their positions in the links, so the cost depends on the company and not on the log. New events come
 * from the reader of the log that all feeds share; one that falls behind it goes back to the links. It reads only as
 * far as its consumer takes.
 *
 * No event is missed between the two. It listens first; what stands between the last link and the position from which
 * it listens is then read from the log.
 */
export async function* companyTail(
  { store, places, reader }: CompanyTailDeps,
  companyId: string,
  { after: from, batchSize, signal }: TailOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const own = (events: readonly RecordedEvent[]) =>
    events.filter((event) => event.position > after && isOwnEvent(event, companyId));
  let after = from;
  while (!signal.aborted) {
    const to = isId(companyId) ? await places.progress() : START;
    while (after < to && !signal.aborted) {
      const positions = await places.positions(companyId, { after, to, limit: batchSize });
      if (positions.length > 0) yield own(await store.readAt(positions));
      after = positions.length < batchSize ? to : (positions.at(-1) as number);
    }
    const listening = await reader.listen(companyId);
    try {
      if (after < listening.from) {
        for await (const page of store.readCompany(companyId, { after, to: listening.from })) {
          if (signal.aborted) return;
          yield own(page);
          after = page.at(-1)?.position ?? after;
        }
        after = listening.from;
      }
      for (let news = await listening.next(signal); news; news = await listening.next(signal)) {
        yield own(news);
        after = Math.max(after, news.at(-1)?.position ?? after);
      }
    } finally {
      listening.leave();
    }
  }
}
