import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';
import { isOwnEvent } from '../own-events.ts';

/** Where the events of each company are, in the chain of its seals: also those that this program cannot read. */
export type Places = {
  /** The position up to which every event of the log has its place. */
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
 * Every event of a company behind a position, in order and once, then as they come. What is long past is read by its
 * places, so it costs in proportion to the company and not to the log; the rest from the end of the log, which all
 * readers share. A reader who falls behind there goes on by places. As a subscription it reads no further than it is
 * asked to.
 *
 * Nothing is left out where the two meet: by places it goes up to where every event has one, and the log is read on
 * from there, however far that is.
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
