import type { Readable } from 'node:stream';
import type { ReadStreamOptions, RecordedEvent, StreamSelection } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { anyFromEsdb, ERASURES, fromEsdb } from './events.eventstoredb.ts';
import { late } from './outage.eventstoredb.ts';

type Reading<Event> = Readable & AsyncIterable<Event> & { cancel(): Promise<void> };

/** A read in which nothing comes for so long is given up. */
const READ_MS = 5000;

/** Calls `take` for each event of a read, however many; throws when it stands still for `patienceMs`. */
export async function takeAll<Event>(
  { scheduler }: Pick<EsdbConnection, 'scheduler'>,
  reading: Reading<Event>,
  take: (event: Event) => void,
  patienceMs = READ_MS,
): Promise<void> {
  reading.on('error', () => {});
  let count = 0;
  let before = -1;
  const stop = scheduler.every(patienceMs / 2, () => {
    if (count === before) {
      reading.destroy(late(patienceMs));
      reading.cancel().catch(() => {});
    }
    before = count;
  });
  try {
    for await (const event of reading) {
      count++;
      take(event);
    }
  } finally {
    stop();
  }
}

type Certainly = { readonly requiresLeader?: boolean; readonly patienceMs?: number };

/** A stream that is not there, or was erased, is empty. */
export async function readEsdbStream(
  connection: EsdbConnection,
  stream: string,
  { from, direction = 'forwards', limit }: ReadStreamOptions = {},
  { requiresLeader = false, patienceMs = READ_MS }: Certainly = {},
): Promise<RecordedEvent[]> {
  const { esdb, client } = connection;
  const edge = direction === 'forwards' ? esdb.START : esdb.END;
  const events: RecordedEvent[] = [];
  const fromRevision = from === undefined ? (edge as typeof esdb.START) : BigInt(from);
  const maxCount = limit ?? Number.MAX_SAFE_INTEGER;
  const options = { direction, requiresLeader, maxCount, fromRevision };
  await unlessGone(connection, () =>
    takeAll(
      connection,
      client.readStream(stream, options) as unknown as Reading<Parameters<typeof fromEsdb>[0]>,
      (resolved) => {
        const event = fromEsdb(resolved);
        if (event) events.push(event);
      },
      patienceMs,
    ),
  );
  return events;
}

/** The streams erased so far, without the first `known`. */
export async function readEsdbErasures(connection: EsdbConnection, known: number) {
  const news: { revision: number; selection: StreamSelection }[] = [];
  const reading = () => connection.client.readStream(ERASURES, { fromRevision: BigInt(known) });
  await unlessGone(connection, () =>
    takeAll(connection, reading() as unknown as Reading<Parameters<typeof anyFromEsdb>[0]>, (resolved) => {
      const event = anyFromEsdb(resolved);
      if (event) news.push({ revision: event.revision, selection: event.data as StreamSelection });
    }),
  );
  return news;
}

async function unlessGone({ esdb }: EsdbConnection, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    const isGone = error instanceof esdb.StreamNotFoundError || error instanceof esdb.StreamDeletedError;
    if (!isGone) throw error;
  }
}
