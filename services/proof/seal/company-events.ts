import { companyOfStream } from '#contracts/events/streams.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { isId } from '#platform/ids.ts';

/** An event to verify. `isAsWritten` is set by stores that keep the text of an event. */
export type ReadEvent = RecordedEvent & { readonly isAsWritten?: boolean };

/** Reads the events of a company from any store. */
export type CompanyEvents = {
  /** Events behind `after` and up to `to`, in order and in pages; they may include events of other companies. */
  read(
    companyId: string,
    range: { readonly after: number; readonly to: number },
  ): AsyncIterable<readonly ReadEvent[]>;
  /** The event at a position that `read` left out; undefined when there is none. */
  at(position: number): Promise<ReadEvent | undefined>;
  /** The position of the newest event of the log. */
  end(): Promise<number>;
};

/** For any store, whose events come parsed. */
export function eventsOfAnyStore(store: Pick<EventStore, 'readCompany' | 'readAt' | 'head'>): CompanyEvents {
  return {
    read: store.readCompany,
    at: async (position) => (await store.readAt([position]))[0],
    end: () => store.head(),
  };
}

/** Fetches the next page while the current one is checked. */
export async function* pagesOf<Row extends { readonly position: number }>(
  after: number,
  fetch: (after: number) => Promise<readonly Row[]>,
  size: number,
  to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[], void, void> {
  let next = fetch(after);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    const isLast = last === undefined || page.length < size || last.position >= to;
    if (!isLast) {
      next = fetch(last.position);
      // The read that asks for it fails with it. Before that, or if none does, its failure would end the program.
      next.catch(() => {});
    }
    yield page.filter(({ position }) => position <= to);
    if (isLast) return;
  }
}

/**
 * The company whose chain holds an event; null for events without a company, and for CompanyErased, because the
 * chain was erased, too.
 */
export function chainOf({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): string | null {
  const companyId = type === 'CompanyErased' ? null : companyOfStream(stream);
  // Other programs may write to a shared server.
  return companyId !== null && isId(companyId) ? companyId : null;
}

/** Whether the stream or the metadata of an event names the company. */
export function claims(event: RecordedEvent, companyId: string): boolean {
  if (event.type === 'CompanyErased') return false;
  const claimed = (event.metadata as { companyId?: unknown } | null | undefined)?.companyId;
  return chainOf(event) === companyId || claimed === companyId;
}

/** Steps through rows that come in pages; `row` is undefined behind the last. */
export type Cursor<Row> = {
  readonly row: Row | undefined;
  /** Undefined when the next row is in memory; a promise only when a page must be fetched. */
  advance(): Promise<void> | undefined;
  close(): Promise<void>;
};

export async function openCursor<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Cursor<Row>> {
  const iterator = pages[Symbol.asyncIterator]();
  let page: readonly Row[] = [];
  let index = 0;

  async function turn(): Promise<void> {
    do {
      const next = await iterator.next();
      if (next.done) {
        page = [];
        index = 0;
        return;
      }
      page = next.value;
      index = 0;
    } while (page.length === 0);
  }

  await turn();
  return {
    get row() {
      return page[index];
    },
    advance() {
      index++;
      return index < page.length ? undefined : turn();
    },
    async close() {
      await iterator.return?.();
    },
  };
}
