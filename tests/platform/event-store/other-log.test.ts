import { describe, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import {
  type Appended,
  type EventStore,
  EventStoreUnavailable,
} from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { createTestDatabase } from '#tests/support/servers/test-database.ts';
import { startGrpcTestServer } from './eventstore-server/grpc-test-server.ts';
import { aStream, events } from './store-under-test.ts';

type World = {
  open(onOtherLog?: (sentence: string) => void): EventStore;
  /** Everything behind this position is gone. */
  loseTail(position: number): Promise<void>;
  /** Every connection is cut; new ones are taken. */
  cut(): Promise<void>;
  close(): Promise<void>;
};

const adapters: Readonly<Record<string, () => Promise<World>>> = {
  async Postgres() {
    const database = await createTestDatabase();
    const { pool } = database;
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    return {
      open: (onOtherLog) => createPostgresEventStore({ pool, ...(onOtherLog && { onOtherLog }) }),
      async loseTail(position) {
        await pool.query('ALTER TABLE events DISABLE TRIGGER USER');
        await pool.query('DELETE FROM events WHERE position > $1', [position]);
        await pool.query('ALTER TABLE events ENABLE TRIGGER USER');
      },
      async cut() {
        const admin = createPool(database.url, { max: 1 });
        await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
        await admin.end();
      },
      close: () => database.drop(),
    };
  },
  async EventStoreDB() {
    const server = await startGrpcTestServer();
    return {
      open: (onOtherLog) =>
        createEventStoreDbEventStore({ url: server.url, ...(onOtherLog && { onOtherLog }) }),
      loseTail: async (position) => server.log.truncate(position),
      cut: () => server.dropConnections(),
      close: () => server.stop(),
    };
  },
};

async function appended(store: EventStore, count = 1): Promise<Appended> {
  const outcome = await store.append(aStream(), events(count), 'no stream');
  expect(outcome).toMatchObject({ outcome: 'appended' });
  return outcome as Appended;
}

describe.each(Object.entries(adapters))('on %s, a store that has seen the end of the log', (_name, start) => {
  async function inWorld(work: (world: World, store: EventStore, said: Promise<string>) => Promise<void>) {
    const world = await start();
    const { promise, resolve } = Promise.withResolvers<string>();
    const store = world.open(resolve);
    try {
      await work(world, store, promise);
    } finally {
      await store.close();
      await world.close();
    }
  }

  it.each([
    ['has lost it', 0],
    ['has lost it and has grown since', 9],
  ])('says that it is another one when it %s', async (_, grown) => {
    await inWorld(async (world, store, said) => {
      const { position } = await appended(store);
      const lost = await appended(store, 3);
      await world.loseTail(position);
      // A log becomes another one behind new connections only.
      await world.cut();
      const other = world.open();
      for (let more = 0; more < grown; more++) await appended(other);
      await other.close();
      expect(await said).toContain(`the event that was at position ${lost.position} is not there`);
    });
  });

  it('writes nothing to another one on a new connection', async () => {
    await inWorld(async (world, store, said) => {
      const { position } = await appended(store);
      await appended(store);
      await world.loseTail(position);
      await world.cut();
      const refused = () => store.append(aStream(), events(1), 'no stream').catch((error) => error);
      expect(await refused()).toBeInstanceOf(EventStoreUnavailable);
      await said;
      expect(await refused()).toBeInstanceOf(EventStoreUnavailable);
      const other = world.open();
      expect(await other.head()).toBe(position);
      await other.close();
    });
  });

  it('goes on with the same one, also when it was erased in part', async () => {
    await inWorld(async (world, store, said) => {
      await appended(store);
      const stream = aStream();
      const [event] = events(1);
      const outcome = await store.append(stream, event ? [event] : [], 'no stream');
      await store.erase({ streams: [stream], prefixes: [] });
      const place = { position: (outcome as Appended).position, id: event?.id ?? '' };
      expect(await store.has(place)).toBe(true);
      expect(await store.has({ ...place, id: events(1)[0]?.id ?? '' })).toBe(false);
      expect(await store.has({ ...place, position: place.position + 1_000_000 })).toBe(false);
      await world.cut();
      await expect.poll(() => appended(store).catch(() => null)).not.toBeNull();
      expect(await Promise.race([said, 'nothing'])).toBe('nothing');
    });
  });
});
