import { STREAM_PREFIXES } from '#contracts/events/streams.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { eventStoreSuite } from './event-store.suite.ts';
import { eventStoreServer } from './eventstore-server/eventstore-server.ts';
import { INTERLEAVINGS } from './store-under-test.ts';

/** Those of the suite, and those of a company. */
const prefixes = ['test-', 'newer-', ...STREAM_PREFIXES];

eventStoreSuite('EventStoreDB', async () => {
  const server = await eventStoreServer();
  const opened: EventStore[] = [];
  const another = () => {
    const store = createEventStoreDbEventStore({ url: server.url, prefixes });
    opened.push(store);
    return store;
  };
  return {
    store: another(),
    another,
    interleavings: server.isFake ? INTERLEAVINGS.fake : INTERLEAVINGS.real,
    delayAppends: server.delayAppends,
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await server.stop();
    },
  };
});
