import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { eventStoreServer } from '#tests/platform/event-store/eventstore-server/eventstore-server.ts';
import { appendHistory } from '#tests/projections/projection-world.ts';
import { workingHistory } from '#tests/support/histories/working-history.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';
import { byCompany, collect, proofOf, sealedUpTo, startSealer } from './sealing-world.ts';

const EVENTS = 400;

/** A store in which the other events are missing. */
function withOnly(store: EventStore, isThere: (event: RecordedEvent) => boolean): EventStore {
  return {
    ...store,
    readAt: async (positions) => (await store.readAt(positions)).filter(isThere),
    async *readCompany(...asked) {
      for await (const page of store.readCompany(...asked)) yield page.filter(isThere);
    },
  };
}

type Opened = { store: EventStore; close: () => Promise<void> };

const adapters: Record<string, (database: TestDatabase) => Promise<Opened>> = {
  async memory() {
    const store = createMemoryEventStore();
    return { store, close: () => store.close() };
  },
  async Postgres({ pool }) {
    const store = createPostgresEventStore({ pool });
    return { store, close: () => store.close() };
  },
  async EventStoreDB() {
    const server = await eventStoreServer({ isAlone: true });
    const store = createEventStoreDbEventStore({ url: server.url });
    return {
      store,
      async close() {
        await store.close();
        await server.stop();
      },
    };
  },
};

describe.each(Object.entries(adapters))('on the %s store', (_name, open) => {
  let database: TestDatabase;
  let opened: Opened;
  let store: EventStore;
  beforeEach(async () => {
    database = await createTestDatabase();
    opened = await open(database);
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    await database.drop();
  });

  const history = [...workingHistory({ events: EVENTS, companies: 2, employees: 6, days: 3 })];

  async function sealed(last: number): Promise<void> {
    const sealer = startSealer(database.pool, store);
    await sealedUpTo(database.pool, last);
    await sealer.stop();
    expect(sealer.errors).toEqual([]);
  }

  it('seals each event of two concurrent companies once, though several processes seal', async () => {
    const { pool } = database;
    const sealers = [startSealer(pool, store), startSealer(pool, store), startSealer(pool, store)];
    const foreign = { id: history[0]?.id ?? '', type: 'Noise', version: 1, data: {}, metadata: {} };
    await store.append('nothing_of_ours', [foreign], 'no stream');
    await sealedUpTo(pool, await appendHistory(store, history));
    const proof = proofOf(pool, store);
    const stored = (await store.readAll({ limit: 2 * EVENTS })).filter(({ type }) => type !== 'Noise');
    const companies = byCompany(stored);
    expect([...companies.keys()]).toHaveLength(2);
    for (const [companyId, events] of companies) {
      const head = await proof.headOf(companyId);
      expect(head).toMatchObject({ count: events.length, position: events.at(-1)?.position });
      const seen: number[] = [];
      expect(await proof.verifyCompany(companyId, (done) => seen.push(done))).toEqual({
        ...{ fault: null, events: events.length, erased: 0, head, signed: true },
        unsealed: { events: 0, seconds: 0 },
      });
      expect(seen.at(-1)).toBe(events.length);
      const whole = await collect(proof.sealedEvents(companyId));
      expect(whole.map(({ event }) => event)).toEqual(events);
      expect(whole.at(-1)?.link).toBe(head?.link);
      const from = events[10]?.position ?? START;
      const rest = await collect(proof.sealedEvents(companyId, { after: from }));
      expect(rest).toEqual(whole.slice(11));
    }
    for (const sealer of sealers) {
      await sealer.stop();
      expect(sealer.errors).toEqual([]);
    }
  });

  it('reports what is not sealed yet, continues there, and seals nothing twice when its progress is set back', async () => {
    const { pool } = database;
    await sealed(await appendHistory(store, history));
    const [companyId = '', events = []] =
      [...byCompany(await store.readAll({ limit: 2 * EVENTS }))].at(-1) ?? [];
    const proof = proofOf(pool, store);
    const head = await proof.headOf(companyId);
    const { stream, type, data, metadata, version } = events.at(-1) as (typeof events)[0];
    const added = { id: crypto.randomUUID(), type, version, data, metadata } as never;
    await store.append(stream, [added], 'any');
    const before = await proof.verifyCompany(companyId);
    expect(before).toMatchObject({ fault: null, head, unsealed: { events: 1 } });
    expect(before.unsealed.seconds).toBeLessThan(60);

    await pool.query('UPDATE seal_progress SET position = -1');
    await sealed(await store.head());
    expect(await proof.verifyCompany(companyId)).toMatchObject({
      ...{ fault: null, unsealed: { events: 0 } },
      head: { count: (head?.count ?? 0) + 1 },
    });
  });

  it('names a removed event, wherever it was', async () => {
    const { pool } = database;
    await sealed(await appendHistory(store, history));
    const [[companyId = '', events = []] = []] = byCompany(await store.readAll({ limit: 2 * EVENTS }));
    const proof = proofOf(pool, store);
    for (const gone of [events[0], events[7], events.at(-1)]) {
      const without = withOnly(store, ({ position }) => position !== gone?.position);
      expect(await proofOf(pool, without).verifyCompany(companyId)).toMatchObject({
        fault: { kind: 'removed', position: gone?.position },
      });
    }
    expect(await proof.verifyCompany(companyId)).toMatchObject({ fault: null });
  });

  it('says that the log ends before its seals, and not that an event was removed', async () => {
    await sealed(await appendHistory(store, history));
    const [[companyId = '', events = []] = []] = byCompany(await store.readAll({ limit: 2 * EVENTS }));
    const end = events.at(-4)?.position ?? 0;
    const cut = { ...withOnly(store, ({ position }) => position <= end), head: async () => end };
    expect(await proofOf(database.pool, cut).verifyCompany(companyId)).toMatchObject({
      fault: { kind: 'ended', position: events.at(-3)?.position, difference: null },
      head: { position: end },
    });
  });

  it('has nothing to verify for an unknown company', async () => {
    expect(await proofOf(database.pool, store).verifyCompany('nobody')).toEqual({
      ...{ fault: null, events: 0, erased: 0, head: null, signed: false },
      unsealed: { events: 0, seconds: 0 },
    });
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(proofOf(database.pool, store).verifyCompany('nobody', undefined, aborted)).rejects.toThrow(
      'enough',
    );
  });
});
