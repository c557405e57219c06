import type pg from 'pg';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { HELD_BACK } from './interleaving.ts';
import { INTERLEAVINGS, type StoreUnderTest } from './store-under-test.ts';

export type PostgresUnderTest = StoreUnderTest & { readonly database: TestDatabase };

/** Any number of stores on one database, each with connections of its own, as so many processes. */
export async function openPostgresStores(): Promise<PostgresUnderTest> {
  const database = await createTestDatabase();
  await holdBackCommits(database.pool, 'events');
  const opened: EventStore[] = [];
  const another = () => {
    const store = createPostgresEventStore({ pool: database.pool });
    opened.push(store);
    return store;
  };
  return {
    database,
    store: another(),
    another,
    interleavings: INTERLEAVINGS.real,
    delayAppends: () => {},
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
    },
  };
}

/** Makes transactions that write events with `commitDelayMs` wait so long between the write and the commit. */
export async function holdBackCommits(pool: pg.Pool, table: string): Promise<void> {
  await pool.query(`
    CREATE OR REPLACE FUNCTION hold_back_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_sleep((new.data->>'commitDelayMs')::float / 1000);
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER hold_back_commit AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (new.type = '${HELD_BACK}') EXECUTE FUNCTION hold_back_commit()`);
}
