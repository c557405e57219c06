import type pg from 'pg';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { readCatalogue } from '#platform/event-store/postgres/archive.postgres.ts';
import { archiveNext } from '#platform/event-store/postgres/archiver.postgres.ts';
import { ARCHIVE_LOCK, archiveLock } from '#platform/event-store/postgres/eraser.postgres.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { holdBackCommits, type PostgresUnderTest } from './postgres-store.ts';
import { INTERLEAVINGS } from './store-under-test.ts';

/** Moves all of the log but its newest event into files, as one segment. */
export async function archiveAll(pool: pg.Pool, dir: string): Promise<void> {
  await archiveLock(pool).ifFree(ARCHIVE_LOCK, async () => {
    const { rows } = await pool.query<{ head: number }>('SELECT max(position) AS head FROM events');
    const { archivedTo } = await readCatalogue(pool);
    const size = Number(rows[0]?.head ?? 0) - 1 - archivedTo;
    if (size < 1) return;
    await archiveNext({
      ...{ pool, dir, size, to: Number.MAX_SAFE_INTEGER, before: '9999-12-31T00:00:00.000Z' },
      sealsIn: async () => [],
      signal: new AbortController().signal,
    });
  });
}

/** Stores whose log is archived, all but its newest event, before each read. */
export async function openArchivedStores(): Promise<PostgresUnderTest> {
  const database = await createTestDatabase();
  const { path: dir, remove } = serverFolder();
  await holdBackCommits(database.pool, 'events');
  const opened: EventStore[] = [];
  const archived = () => archiveAll(database.pool, dir);
  const another = (): EventStore => {
    const store = createPostgresEventStore({ pool: database.pool, archiveDir: dir });
    opened.push(store);
    const { read, readAt, readAll, readCompany, subscribe, count, erase, head, has } = store;
    return {
      ...store,
      read: (...args) => archived().then(() => read(...args)),
      readAt: (...args) => archived().then(() => readAt(...args)),
      readAll: (...args) => archived().then(() => readAll(...args)),
      async *readCompany(...args) {
        await archived();
        yield* readCompany(...args);
      },
      async *subscribe(...args) {
        await archived();
        yield* subscribe(...args);
      },
      count: (...args) => archived().then(() => count(...args)),
      erase: (...args) => archived().then(() => erase(...args)),
      head: () => archived().then(head),
      has: (...args) => archived().then(() => has(...args)),
    };
  };
  return {
    database,
    store: another(),
    another,
    interleavings: INTERLEAVINGS.fake,
    delayAppends: () => {},
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
      remove();
    },
  };
}
