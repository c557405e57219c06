import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { derivedId } from '#platform/ids.ts';
import { type Contender, payload } from './append-contenders.ts';

/** Not one of the program's, which would project them. */
const PREFIX = 'bench-';

export async function oursOnEventStoreDb(url: string): Promise<Contender> {
  const store = createEventStoreDbEventStore({ url, prefixes: [PREFIX] });
  return {
    async append(stream, nth) {
      const event = { id: derivedId(stream, nth), type: 'SaleEdited', version: 1, ...payload(stream, nth) };
      const expected = nth === 0 ? 'no stream' : nth - 1;
      const { outcome } = await store.append(`${PREFIX}${stream}`, [event], expected);
      if (outcome !== 'appended') throw new Error('conflict');
    },
    close: () => store.close(),
  };
}

/** The client's own batch append in a bare loop: no deadline, no look-up, one table of promises for all. */
export async function batchAppends(url: string): Promise<Contender> {
  const client = EventStoreDBClient.connectionString(url);
  return {
    async append(stream, nth) {
      const event = jsonEvent({ id: derivedId(stream, nth), type: 'SaleEdited', ...payload(stream, nth) });
      await client.appendToStream(`${PREFIX}${stream}`, [event], {
        expectedRevision: nth === 0 ? NO_STREAM : BigInt(nth - 1),
      });
    },
    close: () => client.dispose(),
  };
}
