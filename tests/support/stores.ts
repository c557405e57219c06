import { afterAll, beforeAll, describe } from 'vitest';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createTestDatabase, type TestDatabase } from './servers/test-database.ts';

export type Stores = {
  /** A store like that of another process: only the log is shared. */
  open(): EventStore;
};

/** Runs the same tests on the memory store and on Postgres. */
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
}
