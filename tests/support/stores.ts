import { afterAll, beforeAll, describe } from 'vitest';
import { STREAM_PREFIXES } from '#contracts/events/streams.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import {
  type EventStoreServer,
  eventStoreServer,
} from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { seededRandom } from './random.ts';
import { SEED } from './seed.ts';
import { createTestDatabase, type TestDatabase } from './servers/test-database.ts';

export type Stores = {
  /** A store like that of another process: only the log is shared. */
  open(): EventStore;
};

/** Runs the same tests on the memory store, on Postgres and on EventStoreDB. */
export function onEachStore(tests: (stores: Stores) => void): void {
  describe('on the memory store', () => {
    const shared = createMemoryEventStore();
    tests({ open: () => ({ ...shared }) });
  });

  describe('on Postgres', () => {
    let database: TestDatabase;
    const opened: EventStore[] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
    });
    tests({
      open: () => {
        const store = createPostgresEventStore({ pool: database.pool });
        opened.push(store);
        return store;
      },
    });
  });

  describe('on EventStoreDB', () => {
    let server: EventStoreServer;
    const opened: EventStore[] = [];
    beforeAll(async () => {
      server = await eventStoreServer();
      // The test server's own order is that of arrival; a real one lets others in between.
      const random = seededRandom(SEED);
      server.delayAppends(() => Math.floor(random() * 4));
    });
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await server.stop();
    });
    tests({
      open: () => {
        const store = createEventStoreDbEventStore({ url: server.url, prefixes: STREAM_PREFIXES });
        opened.push(store);
        return store;
      },
    });
  });
}
