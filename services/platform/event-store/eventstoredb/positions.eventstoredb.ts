import type { RecordedEvent } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { fromEsdb } from './events.eventstoredb.ts';

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

/** `from` must be the position of an event: the server reads from no other. Its own events count too. */
async function pageFrom({ esdb, client }: EsdbConnection, from: number, count: number) {
  const events: RecordedEvent[] = [];
  let end = from;
  const place = { commit: BigInt(from), prepare: BigInt(from) };
  const reading = client.readAll({ direction: esdb.FORWARDS, fromPosition: place, maxCount: count });
  reading.on('error', () => {});
  for await (const resolved of reading) {
    end = Number(resolved.event?.position.commit ?? resolved.commitPosition ?? end);
    const event = fromEsdb(resolved);
    if (event) events.push(event);
  }
  return { events, end };
}
