import type { Kysely } from 'kysely';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { saleEvents } from '#contracts/events/sale.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { SaleNews } from '#contracts/live/live-protocol.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import type { SortKey } from '#contracts/page.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createDirectoryQueries } from '#projections/directory/directory.queries.ts';
import { createHistoryQueries } from '#projections/history/history.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Feed } from './feed.ts';

/** The newest sales are shown, at most this many. */
const SHOWN = 20;
/** Events looked at for a snapshot, at most: the newest ones may all be edits of a few sales. */
const LOOK_BACK = 1_000;
/** Events read at once: mostly each is of another sale, and the first read is enough. */
const PORTION = 2 * SHOWN;

/** The figures of the same sale go first: its reads would only make theirs slower. */
const DELAY_MS = 10;

type SaleEvent = StoredEvent<keyof typeof saleEvents>;
const KINDS: { readonly [Type in SaleEvent['type']]: SaleNews['kind'] } = {
  SaleRecorded: 'recorded',
  SaleEdited: 'edited',
  SaleDeleted: 'deleted',
};

/**
 * What was just recorded or changed in a company, for its managers. Keys are sale ids. It comes from the
 * events, because only they say what was done and what a deleted sale was.
 */
export function saleNewsFeed(
  deps: { queries: Kysely<ReadModels>; store: Pick<EventStore, 'read' | 'readAt'> },
  { companyId }: { companyId: string },
): Feed<'sale news'> {
  return {
    topic: 'sale news',
    delayMs: DELAY_MS,
    shownDate: () => '',
    async snapshot() {
      const bySale = new Map<string, SaleEvent>();
      let after: SortKey | undefined;
      for (let read = 0; read < LOOK_BACK; read += PORTION) {
        const page = await createHistoryQueries(deps.queries).historyOf(
          companyId,
          { kind: 'sale' },
          'newest',
          {
            limit: PORTION,
            after,
          },
        );
        const newest = await deps.store.readAt(page.rows.toReversed());
        for (const event of newest.toReversed().flatMap(saleEventOf)) {
          if (bySale.size < SHOWN && !bySale.has(event.data.saleId)) bySale.set(event.data.saleId, event);
        }
        if (bySale.size === SHOWN || page.next === null) break;
        after = page.next;
      }
      return toNews(deps.queries, companyId, [...bySale.values()]);
    },
    async change(saleIds) {
      const last = await Promise.all(
        saleIds
          .slice(-SHOWN)
          .map((id) => deps.store.read(streams.sale(companyId, id), { direction: 'backwards', limit: 1 })),
      );
      const events = last.flat().flatMap(saleEventOf);
      return events.length > 0 ? toNews(deps.queries, companyId, events) : null;
    },
  };
}

/** Nothing for events of another type, and for events that this program cannot read. */
function saleEventOf(recorded: RecordedEvent): SaleEvent[] {
  if (!Object.hasOwn(KINDS, recorded.type)) return [];
  try {
    return [decodeEvent(recorded) as SaleEvent];
  } catch {
    return [];
  }
}

/** In the order in which it happened. */
async function toNews(
  db: Kysely<ReadModels>,
  companyId: string,
  events: readonly SaleEvent[],
): Promise<SaleNews[]> {
  const sales = events.map((event) => ({ event, sale: saleOf(event) }));
  const campaignIds = [...new Set(sales.map(({ sale }) => sale.campaignId))];
  const [people, { campaigns }] = await Promise.all([
    createDirectoryQueries(db).namesOf(
      companyId,
      sales.map(({ sale }) => sale.employeeId),
    ),
    createHistoryQueries(db).historyNames(companyId, { persons: [], campaigns: campaignIds, goals: [] }),
  ]);
  const names = new Map(people.map((person) => [person.id, person]));
  const campaignNames = new Map(campaigns.map(({ id, name }) => [id, name]));
  return sales
    .sort((a, b) => a.event.position - b.event.position)
    .map(({ event, sale }) => ({
      saleId: event.data.saleId,
      kind: KINDS[event.type],
      firstName: names.get(sale.employeeId)?.first_name ?? '',
      lastName: names.get(sale.employeeId)?.last_name ?? '',
      campaignName: campaignNames.get(sale.campaignId) ?? '',
      status: sale.status,
      price: formatPrice(sale.priceCents),
      commission: centsToNumber(sale.commissionCents),
      at: event.metadata.at,
    }));
}

function saleOf(event: SaleEvent) {
  switch (event.type) {
    case 'SaleRecorded':
      return event.data.sale;
    case 'SaleEdited':
      return event.data.after;
    case 'SaleDeleted':
      return event.data.before;
  }
}
