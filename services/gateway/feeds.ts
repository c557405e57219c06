import type { Kysely } from 'kysely';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { saleEvents } from '#contracts/events/sale.events.ts';
import type { ShownStartReason } from '#contracts/events/shift.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import type { LiveTopic, LiveTopics, OwnFigures, SaleNews } from '#contracts/live/live-protocol.ts';
import { localDate } from '#contracts/local-date.ts';
import { centsToNumber, formatPrice } from '#contracts/money.ts';
import type { SortKey } from '#contracts/page.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { withinCompany } from '#platform/scope.ts';
import { createDirectoryQueries } from '#projections/directory/directory.queries.ts';
import { datesAnywhere, shownRate } from '#projections/employee-days/billboard.queries.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import { createHistoryQueries } from '#projections/history/history.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Subscription } from './channels.ts';
import { type UncommittedRows, uncommittedBillboardRows } from './uncommitted-rows.ts';

/**
 * What one channel shows, read from the read models by the same query functions as REST. Reads see at least
 * everything that was committed before they were called.
 */
export type Feed<Topic extends LiveTopic = LiveTopic> = {
  readonly topic: Topic;
  /** How long the first news of a row may wait, so that it does not delay more urgent reads; 0 is at once. */
  readonly delayMs: number;
  /** The viewers' local date, '' for a topic without one. On another date they need a new snapshot. */
  shownDate(): string;
  /** Whether a row of that local date may be shown. */
  shows(date: string): boolean;
  snapshot(shownDate: string): Promise<LiveTopics[Topic]['snapshot']>;
  /** The rows of these keys as they are now; null if nothing has to be pushed. */
  change(keys: readonly string[], shownDate: string): Promise<LiveTopics[Topic]['change'] | null>;
  /** Whether the date of what was read last has ended, where it can end before the viewers' date. */
  readonly hasEnded?: () => boolean;
  /** For a topic that can show rows before they are committed. */
  readonly uncommittedRows?: UncommittedRows<Topic>;
};

export type FeedDeps = {
  queries: Kysely<ReadModels>;
  store: Pick<EventStore, 'read' | 'readAt'>;
  clock: Clock;
};

/** The feed of a topic for its viewers; its reads see their company only. */
export function feedOf(deps: FeedDeps, subscription: Subscription): Feed {
  const { topic, companyId } = subscription;
  if (topic === 'sale news') return withinItsCompany(companyId, saleNewsFeed(deps, { companyId }));
  if (topic === 'catalogue' || topic === 'days') return signalsOf(topic);
  if (topic === 'billboard') return withinItsCompany(companyId, billboardFeed(deps, subscription));
  return withinItsCompany(companyId, ownFiguresFeed(deps, subscription));
}

/** A feed whose reads see that company only. */
function withinItsCompany<Topic extends LiveTopic>(companyId: string, feed: Feed<Topic>): Feed<Topic> {
  return {
    ...feed,
    snapshot: (shownDate) => withinCompany(companyId, () => feed.snapshot(shownDate)),
    change: (keys, shownDate) => withinCompany(companyId, () => feed.change(keys, shownDate)),
  };
}

/** The billboard of now of a company as one time zone has it. Keys are employee ids. */
function billboardFeed(deps: FeedDeps, { companyId, timeZone }: Subscription): Feed<'billboard'> {
  const now = () => deps.clock.now().toISOString();
  const queries = createEmployeeDaysQueries(deps.queries);
  const read = (employeeIds?: readonly string[]) =>
    queries.billboardOfNow(companyId, timeZone, now(), employeeIds);
  const uncommittedRows = uncommittedBillboardRows(now, timeZone);
  return {
    ...{ topic: 'billboard', delayMs: 0, uncommittedRows },
    hasEnded: uncommittedRows.hasEndedRow,
    shownDate: () => localDate(now(), timeZone),
    shows: (date) => datesAnywhere(now()).includes(date),
    snapshot: async (date) => ({ date, rows: await read() }),
    async change(employeeIds, date) {
      const rows = await read(employeeIds);
      const present = new Set(rows.map((row) => row.employee_id));
      const gone = employeeIds.filter((id) => !present.has(id));
      return { rows, removed: gone.map((employeeId) => ({ employeeId, date })) };
    },
  };
}

/** The own figures of one person. There is one row only, so every key means all of it. */
function ownFiguresFeed(deps: FeedDeps, { companyId, timeZone, person }: Subscription): Feed<'own figures'> {
  const employeeId = person ?? '';
  const days = createEmployeeDaysQueries(deps.queries);
  const now = () => deps.clock.now().toISOString();
  let shown: { readonly date: string; readonly zone: string } | null = null;
  let sessionChanges = 0;

  async function read(viewersDate: string, mayHaveSignedIn: boolean): Promise<OwnFigures> {
    if (mayHaveSignedIn) sessionChanges += 1;
    const [today, total, employee] = await Promise.all([
      days.dayOfNow(companyId, employeeId, timeZone, now()),
      days.commissionOf(companyId, employeeId),
      createDirectoryQueries(deps.queries).employeeById(companyId, employeeId),
    ]);
    const date = today?.day ?? viewersDate;
    shown = { date, zone: today?.time_zone ?? timeZone };
    return {
      employeeId,
      date,
      totalCommission: centsToNumber(total),
      todayCommission: centsToNumber(today?.commission_cents ?? 0),
      todaySales: today?.closed_sales ?? 0,
      salesPerHour: today ? shownRate(today, now()) : 'N/A',
      // As in REST: the shift of today has its own duration, the default is for the next one.
      shiftDuration: (today?.shift_id ? today.set_duration : employee?.shiftDuration) ?? 'N/A',
      ...{ loginTime: today?.started_at ?? null, timezone: today?.start_zone ?? null },
      startReason: (today?.start_reason ?? null) as ShownStartReason | null,
      hourlySales: employee?.hourlySales ?? null,
      hourlyDecisions: employee?.hourlyDecisions ?? null,
      sessionChanges,
    };
  }

  return {
    ...{ topic: 'own figures', delayMs: 0, shows: () => true },
    shownDate: () => localDate(now(), timeZone),
    hasEnded: () => shown !== null && localDate(now(), shown.zone) !== shown.date,
    // It may follow lost news.
    snapshot: (date) => read(date, true),
    change: (keys, date) => read(date, keys.includes('sessions')),
  };
}

/** What changed: keys are names of lists, or employee ids. Viewers ask for it by REST. */
const signalsOf = (topic: 'catalogue' | 'days'): Feed => ({
  ...{ topic, delayMs: 0, shownDate: () => '', shows: () => true },
  snapshot: async () => ({}),
  change: async (keys) => [...keys] as LiveTopics['catalogue']['change'],
});

/** The newest sales are shown, at most this many. */
const SHOWN = 20;
/** Events looked at for a snapshot, at most: the newest ones may all be edits of a few sales. */
const LOOK_BACK = 1_000;
/** Events read at once: mostly each is of another sale, and the first read is enough. */
const PORTION = 2 * SHOWN;

/** The billboard and own figures of the same sale go first: reads of the news at that time would slow them down. */
const DELAY_MS = 10;

type SaleEvent = StoredEvent<keyof typeof saleEvents>;
const KINDS: { readonly [Type in SaleEvent['type']]: SaleNews['kind'] } = {
  SaleRecorded: 'recorded',
  SaleEdited: 'edited',
  SaleDeleted: 'deleted',
};

/** What was just recorded or changed, for managers. Keys are sale ids. From events: only they know deleted sales. */
export function saleNewsFeed(
  deps: { queries: Kysely<ReadModels>; store: Pick<EventStore, 'read' | 'readAt'> },
  { companyId }: { companyId: string },
): Feed<'sale news'> {
  const history = createHistoryQueries(deps.queries);
  // A change comes from the log, and a snapshot from a read model that may be behind it.
  let told: readonly SaleEvent[] = [];
  return {
    ...{ topic: 'sale news', delayMs: DELAY_MS, shownDate: () => '', shows: () => true },
    async snapshot() {
      const bySale = new Map<string, SaleEvent>();
      let after: SortKey | undefined;
      for (let read = 0; read < LOOK_BACK; read += PORTION) {
        const wish = { limit: PORTION, after };
        const page = await history.historyOf(companyId, { kind: 'sale' }, 'newest', wish);
        const newest = await deps.store.readAt(page.rows.toReversed());
        if (read === 0) told = told.filter(({ position }) => position > (page.rows[0] ?? 0));
        for (const event of told) bySale.set(event.data.saleId, event);
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
      told = [...told, ...events].slice(-SHOWN);
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
      employeeId: sale.employeeId,
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
