import { newId } from '../../ids.ts';
import { type EventStore, START, type StreamSelection, selects } from '../event-store.port.ts';
import type { EsdbConnection } from './client.eventstoredb.ts';
import { ERASURES } from './events.eventstoredb.ts';
import { readEsdbLog } from './log-reader.eventstoredb.ts';
import { endsWithin } from './outage.eventstoredb.ts';
import { readEsdbErasures } from './stream-reader.eventstoredb.ts';

export type EsdbErasures = Pick<EventStore, 'count' | 'erase'> & {
  /** True when the event's stream was erased, as far as this process knows. */
  isErased(event: { readonly stream: string }): boolean;
  /** Loads what other processes have erased; call it before a read of the log. */
  refresh(connection: EsdbConnection): Promise<void>;
};

const AT_ONCE = 16;
const CALL_MS = 5000;
const PAGE = 4096;

/**
 * A tombstone erases a stream: the server no longer returns the stream. The log still returns its events until it is
 * scavenged. So the names of erased streams are recorded in a stream of their own, before the first tombstone, and
 * every reader of the log skips their events.
 */
export function createEsdbErasures(deps: {
  /** Runs the work on a connection; an outage is EventStoreUnavailable. */
  readonly call: <Value>(work: (connection: EsdbConnection) => Promise<Value>) => Promise<Value>;
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

  /** The selected streams and the number of their events; the server leaves out what is not selected. */
  async function streamsOf(connection: EsdbConnection, selection: StreamSelection) {
    const isSelected = selects(selection);
    const found = new Map<string, number>();
    const prefixes = [...selection.streams, ...selection.prefixes];
    for (let after = START; ; ) {
      const events = await readEsdbLog(
        connection,
        { after, limit: PAGE },
        { prefixes, select: async (_, page) => page.filter(isSelected) },
      );
      for (const event of events) {
        found.set(event.stream, (found.get(event.stream) ?? 0) + 1);
      }
      const last = events.at(-1);
      if (!last || events.length < PAGE) return found;
      after = last.position;
    }
  }

  async function tombstone({ client, esdb, scheduler }: EsdbConnection, stream: string): Promise<void> {
    try {
      await endsWithin(scheduler, CALL_MS, client.tombstoneStream(stream, { requiresLeader: true }));
    } catch (error) {
      if (!(error instanceof esdb.StreamDeletedError)) throw error;
    }
  }

  async function write(connection: EsdbConnection, { streams, prefixes }: StreamSelection): Promise<void> {
    const data = { streams: [...streams], prefixes: [...prefixes] };
    const event = { id: newId(), type: 'StreamsErased', version: 1, data, metadata: {} };
    await connection.appends.append({ stream: ERASURES, events: [event], expected: 'any' }, CALL_MS);
  }

  return {
    isErased: (event) => isErased(event),
    refresh,
    count: (selection) =>
      deps.call(async (connection) => sumOf((await streamsOf(connection, selection)).values())),
    erase: (selection) =>
      deps.call(async (connection) => {
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
