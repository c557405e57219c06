import {
  type EventPlace,
  EventStoreUnavailable,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  START,
  type StreamSelection,
} from '../event-store.port.ts';
import { LOOK_TIMEOUT_MS } from '../log-watch.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { anyFromEsdb, ERASURES, fromEsdb } from './events.eventstoredb.ts';

const LAST_PAGE = 4096;

export async function readEsdbStream(
  { esdb, client }: EsdbConnection,
  stream: string,
  { from, direction = 'forwards', limit }: ReadStreamOptions,
): Promise<RecordedEvent[]> {
  const edge = direction === 'forwards' ? esdb.START : esdb.END;
  const events: RecordedEvent[] = [];
  try {
    const reading = client.readStream(stream, {
      direction,
      fromRevision: from === undefined ? edge : BigInt(from),
      maxCount: limit ?? Number.MAX_SAFE_INTEGER,
    });
    reading.on('error', () => {});
    for await (const resolved of reading) {
      const event = fromEsdb(resolved);
      if (event) events.push(event);
    }
  } catch (error) {
    const isGone = error instanceof esdb.StreamNotFoundError || error instanceof esdb.StreamDeletedError;
    if (isGone) return [];
    throw error;
  }
  return events;
}

/** The streams erased so far, without the first `known`. */
export async function readEsdbErasures({ esdb, client }: EsdbConnection, known: number) {
  const news: { revision: number; selection: StreamSelection }[] = [];
  try {
    const reading = client.readStream(ERASURES, { fromRevision: BigInt(known) });
    reading.on('error', () => {});
    for await (const resolved of reading) {
      const event = anyFromEsdb(resolved);
      if (event) news.push({ revision: event.revision, selection: event.data as StreamSelection });
    }
  } catch (error) {
    if (!(error instanceof esdb.StreamNotFoundError)) throw error;
  }
  return news;
}

type Wanted = (event: RecordedEvent) => boolean;
const everything: Wanted = () => true;

/** Pages through the log until `limit` of our events are found: the server also counts its own events. */
export async function readEsdbLog(
  { esdb, client }: EsdbConnection,
  { after, direction = 'forwards', limit }: ReadAllOptions,
  isWanted = everything,
): Promise<RecordedEvent[]> {
  const forwards = direction === 'forwards';
  const events: RecordedEvent[] = [];
  let cursor = after === START && forwards ? undefined : after;
  if (cursor !== undefined && cursor < 0) return [];
  let page = Math.min(limit + 1, LAST_PAGE);
  while (events.length < limit) {
    const reading = client.readAll({
      direction,
      fromPosition:
        cursor === undefined
          ? forwards
            ? esdb.START
            : esdb.END
          : { commit: BigInt(cursor), prepare: BigInt(cursor) },
      maxCount: page,
    });
    reading.on('error', () => {});
    let count = 0;
    let lastPosition = cursor;
    for await (const resolved of reading) {
      count++;
      lastPosition = Number(resolved.event?.position.commit ?? resolved.commitPosition ?? lastPosition);
      const event = fromEsdb(resolved);
      // The server includes the start position, which was in the page before.
      const isNew =
        event && (cursor === undefined || (forwards ? event.position > cursor : event.position < cursor));
      if (isNew && isWanted(event) && events.length < limit) events.push(event);
    }
    if (count < page || lastPosition === cursor) return events;
    cursor = lastPosition;
    page = Math.min(page * 2, LAST_PAGE);
  }
  return events;
}

export async function esdbHead(connection: EsdbConnection, isWanted: Wanted): Promise<number> {
  const [newest] = await readEsdbLog(connection, { direction: 'backwards', limit: 1 }, isWanted);
  return newest?.position ?? START;
}

/** While at least this share of the read events is wanted, reading on is cheaper than single reads. */
const WORTH_IT = 1 / 4;
const LONGEST_PAGE = 4096;
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
    const count = Math.min(left.length, LONGEST_PAGE);
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

/** The newest of our events, if it is one of the last few. */
export async function newestInEsdb({ esdb, client }: EsdbConnection): Promise<EventPlace | undefined> {
  const reading = client.readAll({
    ...{ direction: esdb.BACKWARDS, fromPosition: esdb.END, maxCount: NEWEST },
    ...CERTAIN,
  });
  reading.on('error', () => {});
  let newest: EventPlace | undefined;
  for await (const resolved of reading) newest ??= fromEsdb(resolved);
  return newest;
}

/** A follower may not have the newest events yet. */
const CERTAIN = { requiresLeader: true, deadline: LOOK_TIMEOUT_MS };

/** Whether an event is at this position. The server refuses to read where none begins. */
export async function isInEsdb(
  connection: EsdbConnection,
  { position, id }: EventPlace,
  outageOr: (error: unknown) => unknown,
): Promise<boolean> {
  try {
    const { events } = await pageFrom(connection, position, 1, CERTAIN);
    return events.some((event) => event.position === position && event.id.toLowerCase() === id.toLowerCase());
  } catch (error) {
    if (outageOr(error) instanceof EventStoreUnavailable) throw error;
    return false;
  }
}

/** `from` must be the position of an event: the server reads from no other. Its own events count too. */
async function pageFrom(
  { esdb, client }: EsdbConnection,
  from: number,
  count: number,
  options: Partial<typeof CERTAIN> = {},
) {
  const events: RecordedEvent[] = [];
  let end = from;
  const place = { commit: BigInt(from), prepare: BigInt(from) };
  const reading = client.readAll({
    direction: esdb.FORWARDS,
    fromPosition: place,
    maxCount: count,
    ...options,
  });
  reading.on('error', () => {});
  for await (const resolved of reading) {
    end = Number(resolved.event?.position.commit ?? resolved.commitPosition ?? end);
    const event = fromEsdb(resolved);
    if (event) events.push(event);
  }
  return { events, end };
}
