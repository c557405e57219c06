import { newId } from '../../ids.ts';
import { type EventStore, START, type StreamSelection, selects } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { ERASURES, toEsdb } from './events.eventstoredb.ts';
import { readEsdbErasures, readEsdbLog } from './log-reader.eventstoredb.ts';

export type EsdbErasures = Pick<EventStore, 'count' | 'erase'> & {
  /** True when the event's stream was erased, as far as this process knows. */
  isErased(event: { readonly stream: string }): boolean;
  /** Loads what other processes have erased; call it before a read of the log. */
  refresh(connection: EsdbConnection): Promise<void>;
};

const AT_ONCE = 16;
const PAGE = 4096;

/**
 * A tombstone erases a stream: the server no longer returns the stream. The log still returns its events until it is
 * scavenged. So the names of erased streams are recorded in a stream of their own, before the first tombstone, and
 * every reader of the log skips their events.
 */
export function createEsdbErasures(deps: {
  readonly connect: () => Promise<EsdbConnection>;
  readonly outageOr: (error: unknown) => unknown;
}): EsdbErasures {
  const selections: StreamSelection[] = [];
  let isErased: EsdbErasures['isErased'] = () => false;

  async function refresh(connection: EsdbConnection): Promise<void> {
    const news = await readEsdbErasures(connection, selections.length);
    if (news.length === 0) return;
    // Several calls may run at the same time.
    for (const { revision, selection } of news) selections[revision] = selection;
    isErased = selects(...selections);
  }

  /** The selected streams and the number of their events; reads the log from the beginning. */
  async function streamsOf(connection: EsdbConnection, selection: StreamSelection) {
    const isSelected = selects(selection);
    const found = new Map<string, number>();
    for (let after = START; ; ) {
      const events = await readEsdbLog(connection, { after, limit: PAGE });
      for (const event of events.filter(isSelected)) {
        found.set(event.stream, (found.get(event.stream) ?? 0) + 1);
      }
      const last = events.at(-1);
      if (!last || events.length < PAGE) return found;
      after = last.position;
    }
  }

  async function tombstone({ client, esdb }: EsdbConnection, stream: string): Promise<void> {
    try {
      await client.tombstoneStream(stream);
    } catch (error) {
      if (!(error instanceof esdb.StreamDeletedError)) throw error;
    }
  }

  async function write(connection: EsdbConnection, { streams, prefixes }: StreamSelection): Promise<void> {
    const { client, esdb, credentials } = connection;
    const data = { streams: [...streams], prefixes: [...prefixes] };
    const event = { id: newId(), type: 'StreamsErased', version: 1, data, metadata: {} };
    await client.appendToStream(ERASURES, toEsdb(esdb, event), {
      expectedRevision: esdb.ANY,
      ...(credentials && { credentials }),
    });
  }

  async function connected<Value>(work: (connection: EsdbConnection) => Promise<Value>): Promise<Value> {
    try {
      return await work(await deps.connect());
    } catch (error) {
      throw deps.outageOr(error);
    }
  }

  return {
    isErased: (event) => isErased(event),
    refresh,
    count: (selection) =>
      connected(async (connection) => sumOf((await streamsOf(connection, selection)).values())),
    erase: (selection) =>
      connected(async (connection) => {
        await refresh(connection);
        const asked = JSON.stringify(selection);
        if (!selections.some((known) => JSON.stringify(known) === asked)) await write(connection, selection);
        await refresh(connection);
        const found = await streamsOf(connection, selection);
        // The newest streams first.
        const names = [...found.keys()].reverse();
        for (let start = 0; start < names.length; start += AT_ONCE) {
          await Promise.all(
            names.slice(start, start + AT_ONCE).map((stream) => tombstone(connection, stream)),
          );
        }
        return sumOf(found.values());
      }),
  };
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}
