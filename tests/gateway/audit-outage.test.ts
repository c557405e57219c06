import { afterAll, beforeAll, expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { type EventStore, EventStoreUnavailable, START } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { newId } from '#platform/ids.ts';
import { companyTail } from '#services/proof/feed/company-tail.ts';
import { createSharedReader } from '#services/proof/feed/shared-reader.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { startSealer } from '#tests/proof/sealing-world.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { eventually } from './live-world.ts';

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = createPostgresEventStore({ pool: database.pool });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Repeated until it is known to be written; the id makes it one event. */
async function append(companyId: string): Promise<number> {
  const event = { id: newId(), type: 'Anything', version: 1, data: {}, metadata: { companyId } };
  for (;;) {
    try {
      const appended = await store.append(streams.organization(companyId), [event], 'any');
      if (appended.outcome === 'appended') return appended.position;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
  }
}

/** Ends every connection to the database, as a restart of the server does. */
async function cut(): Promise<void> {
  const others = 'datname = current_database() AND pid <> pg_backend_pid()';
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
}

it('feeds miss nothing and get nothing twice when the connections to the log are lost again and again', async () => {
  const sealer = startSealer(database.pool, store);
  const [mine, other] = [newId(), newId()];
  const deps = { store, reader: createSharedReader(store), places: createSealLinks(database.pool) };
  const stop = new AbortController();
  /** A client that comes back after the last event that it got. */
  async function follow(heard: number[]): Promise<void> {
    while (!stop.signal.aborted) {
      const after = heard.at(-1) ?? START;
      try {
        for await (const batch of companyTail(deps, mine, { after, batchSize: 5, signal: stop.signal })) {
          heard.push(...batch.map(({ position }) => position));
        }
      } catch {
        // Its socket is closed.
        await new Promise(setImmediate);
      }
    }
  }
  const feeds: number[][] = [[], [], []];
  const following = feeds.map(follow);
  const all: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (let at = 0; at < 20; at++) all.push(await append(mine), await append(other));
    await cut();
  }
  const own = all.filter((_, at) => at % 2 === 0);
  await eventually(() => expect(feeds).toEqual([own, own, own]));
  stop.abort();
  await Promise.all(following);
  await sealer.stop();
});
