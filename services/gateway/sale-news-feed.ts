import type { Kysely } from 'kysely';
import { decodeEvent } from '#contracts/events/codec.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { SaleNews } from '#contracts/live/live-protocol.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Feed } from './feed.ts';

/** So many are shown; a burst of more than that pushes the newest. */
const SHOWN = 20;
/** How far back in the log a snapshot looks for them: news is what just happened. */
const LOOK_BACK = 1_000;

/** The figures of the same sale go first: its reads would only make theirs slower. */
const PATIENCE_MS = 10;

type SaleEvent = StoredEvent<'SaleRecorded' | 'SaleEdited' | 'SaleDeleted'>;
const KINDS = { SaleRecorded: 'recorded', SaleEdited: 'edited', SaleDeleted: 'deleted' } as const;

/**
 * What was just recorded or changed in a company, for its managers. Keys are sale ids. It comes from the
 * events, because only they say what was done and what a deleted sale was.
 */
export function saleNewsFeed(
  deps: { queries: Kysely<ReadModels>; store: Pick<EventStore, 'read' | 'readAll'> },
  { companyId }: { companyId: string },
): Feed<'sale news'> {
  return {
    topic: 'sale news',
    patienceMs: PATIENCE_MS,
    epoch: () => '',
    async snapshot() {
      const latest = await deps.store.readAll({ direction: 'backwards', limit: LOOK_BACK });
      const bySale = new Map<string, SaleEvent>();
      for (const event of latest.flatMap((recorded) => saleEventOf(recorded, companyId))) {
        if (!bySale.has(event.data.saleId)) bySale.set(event.data.saleId, event);
        if (bySale.size === SHOWN) break;
      }
      return tell(deps.queries, companyId, [...bySale.values()]);
    },
    async change(saleIds) {
      const last = await Promise.all(
        saleIds
          .slice(-SHOWN)
          .map((id) => deps.store.read(streams.sale(companyId, id), { direction: 'backwards', limit: 1 })),
      );
      const events = last.flat().flatMap((recorded) => saleEventOf(recorded, companyId));
      return events.length > 0 ? tell(deps.queries, companyId, events) : null;
    },
  };
}

/** Nothing for other events, other companies and events that this program cannot read. */
function saleEventOf(recorded: RecordedEvent, companyId: string): SaleEvent[] {
  if (!Object.hasOwn(KINDS, recorded.type)) return [];
  try {
    const event = decodeEvent(recorded) as SaleEvent;
    return event.metadata.companyId === companyId ? [event] : [];
  } catch {
    return [];
  }
}

async function tell(
  db: Kysely<ReadModels>,
  companyId: string,
  events: readonly SaleEvent[],
): Promise<SaleNews[]> {
  if (events.length === 0) return [];
  const facts = events.map((event) => ({ event, sale: saleOf(event) }));
  const [people, campaigns] = await Promise.all([
    db
      .selectFrom('read.employees')
      .select(['employee_id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('employee_id', 'in', [...new Set(facts.map(({ sale }) => sale.employeeId))])
      .execute(),
    db
      .selectFrom('read.campaigns')
      .select(['campaign_id', 'name'])
      .where('company_id', '=', companyId)
      .where('campaign_id', 'in', [...new Set(facts.map(({ sale }) => sale.campaignId))])
      .execute(),
  ]);
  const names = new Map(people.map((person) => [person.employee_id, person]));
  const campaignNames = new Map(campaigns.map(({ campaign_id, name }) => [campaign_id, name]));
  return facts
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
