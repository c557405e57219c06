import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import {
  type EventPlace,
  EventStoreUnavailable,
  type ReadAllOptions,
  type RecordedEvent,
  START,
} from '../event-store.port.ts';
import { LOOK_TIMEOUT_MS } from '../log-watch.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { fromEsdb } from './events.eventstoredb.ts';
import { isNoPlace } from './outage.eventstoredb.ts';
import { takeAll } from './stream-reader.eventstoredb.ts';
import { type LogRead, readAll } from './wire.eventstoredb.ts';

const LAST_PAGE = 4096;

export type Selected = {
  /** Our streams; undefined for all but the server's own. The server leaves out the others. */
  readonly prefixes: readonly string[] | undefined;
  /** Which events of a page are handed out. */
  readonly select: Select;
};

export type Select = (
  connection: EsdbConnection,
  events: readonly RecordedEvent[],
) => Promise<readonly RecordedEvent[]>;

/** Pages through the log until `limit` events are found. At a position without an event it begins with the next. */
export async function readEsdbLog(
  connection: EsdbConnection,
  { after, direction = 'forwards', limit }: ReadAllOptions,
  { prefixes, select }: Selected,
): Promise<RecordedEvent[]> {
  const isForwards = direction === 'forwards';
  const events: RecordedEvent[] = [];
  let edge = after === START && isForwards ? undefined : after;
  if (edge !== undefined && edge < 0) return [];
  let from = edge;
  let count = Math.min(limit + 1, LAST_PAGE);
  while (events.length < limit) {
    const page = await pageOf(connection, { direction, from, count, prefixes });
    if (page === undefined) {
      from = isForwards ? await placeAfter(connection, edge ?? START, prefixes) : undefined;
      if (isForwards && from === undefined) return [];
      continue;
    }
    for (const event of await select(connection, page.events)) {
      // The server includes the start position, which was in the page before.
      const isNew = edge === undefined || (isForwards ? event.position > edge : event.position < edge);
      if (isNew && events.length < limit) events.push(event);
    }
    if (page.count < count || page.last === undefined || page.last === edge) return events;
    from = page.last;
    edge = isForwards ? Math.max(edge ?? START, from) : Math.min(edge ?? from, from);
    count = Math.min(count * 2, LAST_PAGE);
  }
  return events;
}

/** The first position after a place where none is; undefined when none follows. It is found from the end. */
async function placeAfter(
  connection: EsdbConnection,
  edge: number,
  prefixes: Selected['prefixes'],
): Promise<number | undefined> {
  let first: number | undefined;
  for (;;) {
    const read = { direction: 'backwards', from: first, count: LAST_PAGE, prefixes } as const;
    const { places } = (await pageOf(connection, read)) ?? { places: [] };
    const later = places.filter((place) => place > edge);
    first = later.at(-1) ?? first;
    if (later.length < LAST_PAGE) return first;
  }
}

type Page = {
  /** Ours; `count` and `places` include the others. */
  readonly events: readonly RecordedEvent[];
  readonly places: readonly number[];
  readonly count: number;
  readonly last: number | undefined;
};

/** Undefined when no event begins at `from`. */
async function pageOf(
  connection: EsdbConnection,
  read: LogRead,
  patienceMs?: number,
): Promise<Page | undefined> {
  const events: RecordedEvent[] = [];
  const places: number[] = [];
  const take = (resolved: AllStreamResolvedEvent) => {
    const event = fromEsdb(resolved);
    if (event) events.push(event);
    const place = resolved.event?.position.commit ?? resolved.commitPosition;
    if (place !== undefined) places.push(Number(place));
  };
  try {
    await takeAll(connection, readAll(connection.client, read), take, patienceMs);
  } catch (error) {
    if (isNoPlace(error)) return undefined;
    throw error;
  }
  return { events, places, count: places.length, last: places.at(-1) };
}

export async function esdbHead(connection: EsdbConnection, selected: Selected): Promise<number> {
  const [newest] = await readEsdbLog(connection, { direction: 'backwards', limit: 1 }, selected);
  return newest?.position ?? START;
}

/** While at least this share of the read events is wanted, reading on is cheaper than single reads. */
const WORTH_IT = 1 / 4;
/** Positions that are read concurrently. */
const AT_ONCE = 8;

/**
 * The events at these positions, which must ascend. Events that are close in the log are read together, others one by
 * one. Events of an erased stream are included until the log is scavenged.
 */
export async function readEsdbAt(
  connection: EsdbConnection,
  positions: readonly number[],
): Promise<RecordedEvent[]> {
  const found = new Map<number, RecordedEvent>();
  const left = await readAlong(connection, positions, found);
  for (let first = 0; first < left.length; first += AT_ONCE) {
    const some = left.slice(first, first + AT_ONCE);
    const pages = await Promise.all(some.map((position) => pageFrom(connection, position, 1)));
    for (const { events } of pages) for (const event of events) found.set(event.position, event);
  }
  return positions.flatMap((position) => found.get(position) ?? []);
}

/** Reads the log on as long as that is cheaper; returns the positions that it did not reach. */
async function readAlong(
  connection: EsdbConnection,
  positions: readonly number[],
  found: Map<number, RecordedEvent>,
): Promise<readonly number[]> {
  const wanted = new Set(positions);
  let left = positions;
  while (left.length > 1) {
    const count = Math.min(left.length, LAST_PAGE);
    const page = await pageFrom(connection, left[0] as number, count);
    const hits = page.events.filter(({ position }) => wanted.has(position));
    for (const event of hits) found.set(event.position, event);
    left = left.filter((position) => position > page.end);
    if (hits.length < count * WORTH_IT) break;
  }
  return left;
}

/** Of the newest events of the log, so many are looked through for one of ours: the server writes its own between. */
const NEWEST = 64;
/** A follower may not have the newest events yet. */
const LEADER = { requiresLeader: true };

/** The newest of our events, if it is one of the last few. */
export async function newestInEsdb(
  connection: EsdbConnection,
  prefixes: Selected['prefixes'],
): Promise<EventPlace | undefined> {
  const read = {
    direction: 'backwards',
    from: undefined,
    count: NEWEST,
    prefixes: undefined,
    ...LEADER,
  } as const;
  const page = await pageOf(connection, read, LOOK_TIMEOUT_MS);
  const isOurs = ({ stream }: RecordedEvent) => prefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  return page?.events.find(isOurs);
}

/** Whether an event is at this position. */
export async function isInEsdb(
  connection: EsdbConnection,
  { position, id }: EventPlace,
  outageOr: (error: unknown) => unknown,
): Promise<boolean> {
  try {
    const { events } = await pageFrom(connection, position, 1, LEADER, LOOK_TIMEOUT_MS);
    return events.some((event) => event.position === position && event.id.toLowerCase() === id.toLowerCase());
  } catch (error) {
    if (outageOr(error) instanceof EventStoreUnavailable) throw error;
    return false;
  }
}

/** From the event at `from`; nothing when none begins there. The server's own events count too. */
async function pageFrom(
  connection: EsdbConnection,
  from: number,
  count: number,
  options: { readonly requiresLeader?: boolean } = {},
  patienceMs?: number,
) {
  if (!(Number.isSafeInteger(from) && from >= 0)) return { events: [], end: from };
  const read = { direction: 'forwards', from, count, prefixes: undefined, ...options } as const;
  const page = await pageOf(connection, read, patienceMs);
  return { events: page?.events ?? [], end: page?.last ?? from };
}
