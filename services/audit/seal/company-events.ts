import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { chainOf } from './company-of-event.ts';

/** An event as it is verified; a store that keeps no letters of its own gives out none that could differ. */
export type ReadEvent = RecordedEvent & { readonly isAsWritten?: boolean };

/** How the events of a company are read, from whichever store. */
export type CompanyEvents = {
  /** Events that may be of the company, behind `after` and up to `to`, in order and in pages; some may be others'. */
  read(
    companyId: string,
    range: { readonly after: number; readonly to: number },
  ): AsyncIterable<readonly ReadEvent[]>;
  /** What `read` has left out at that position; undefined when nothing is there. */
  at(position: number): Promise<ReadEvent | undefined>;
};

const PAGE = 2000;

/** On any store: reads the whole log. */
export function eventsOfAnyStore(store: Pick<EventStore, 'readAll'>): CompanyEvents {
  return {
    read: (_companyId, { after, to }) =>
      pagesOf(after, (from) => store.readAll({ after: from, limit: PAGE }), PAGE, to),
    // All of the log was read: what was not met is not there.
    at: async () => undefined,
  };
}

type CompanyLog = {
  page(companyId: string, after: number, to: number, limit: number): Promise<readonly ReadEvent[]>;
  at(position: number): Promise<ReadEvent | undefined>;
};

/** On Postgres: what names the company, to the letter. */
export function eventsOfCompanyLog(log: CompanyLog): CompanyEvents {
  return {
    read: (companyId, { after, to }) =>
      pagesOf(after, (from) => log.page(companyId, from, to, PAGE), PAGE, to),
    at: log.at,
  };
}

/** The next page is fetched while the one before is looked at. */
export async function* pagesOf<Row extends { readonly position: number }>(
  after: number,
  fetch: (after: number) => Promise<readonly Row[]>,
  size: number,
  to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[], void, void> {
  let next = fetch(after);
  try {
    for (;;) {
      const page = await next;
      const last = page.at(-1);
      const isLast = last === undefined || page.length < size || last.position >= to;
      if (!isLast) next = fetch(last.position);
      yield last !== undefined && last.position > to ? page.filter(({ position }) => position <= to) : page;
      if (isLast) return;
    }
  } finally {
    // Who leaves in the middle has no use for the page under way, nor for its failure.
    next.catch(() => {});
  }
}

/** Whether an event says that it is the company's, by its stream or by its metadata. */
export function claims(event: RecordedEvent, companyId: string): boolean {
  if (event.type === 'CompanyErased') return false;
  const claimed = (event.metadata as { companyId?: unknown } | null | undefined)?.companyId;
  return chainOf(event) === companyId || claimed === companyId;
}
