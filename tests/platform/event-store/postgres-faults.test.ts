import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '#platform/database.ts';
import { EventStoreUnavailable, type NewEvent } from '#platform/event-store/event-store.port.ts';
import { createPostgresEventStore } from '#platform/event-store/postgres/event-store.postgres.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { startCuttableProxy } from './cuttable-proxy.ts';
import { openPostgresStores, type PostgresUnderTest } from './postgres-store.ts';
import { anEvent, aStream, events, hear, ids } from './store-under-test.ts';

const APPENDERS = `
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND query LIKE '%append_events%' AND pid <> pg_backend_pid()`;

let under: PostgresUnderTest;
/** A connection without faults. */
let bystander: pg.Client;
beforeAll(async () => {
  under = await openPostgresStores();
  bystander = new pg.Client({ connectionString: under.database.url });
  await bystander.connect();
});
afterAll(async () => {
  await bystander.end();
  await under.close();
});

const killAppenders = () => bystander.query(`SELECT pg_terminate_backend(pid) FROM (${APPENDERS}) a`);

describe('a connection that is lost', () => {
  it('is an outage to the append under way, and its retry is written once', async () => {
    const { store } = under;
    const stream = aStream();
    const command = events(2);
    await bystander.query("SELECT pg_advisory_lock('events'::regclass::oid::integer, 0)");
    const lost = store.append(stream, command, 'no stream').catch((error) => error);
    await vi.waitFor(async () => {
      const { rows } = await bystander.query(`${APPENDERS} AND wait_event = 'advisory'`);
      expect(rows).toHaveLength(1);
    }, WAIT_OPTIONS);
    await killAppenders();
    expect(await lost).toBeInstanceOf(EventStoreUnavailable);
    await bystander.query('SELECT pg_advisory_unlock_all()');
    expect(await store.append(stream, command, 'no stream')).toMatchObject({ revision: 1, repeated: false });
    expect(await store.append(stream, command, 'no stream')).toMatchObject({ revision: 1, repeated: true });
    expect(ids(await store.read(stream))).toEqual(ids(command));
  });

  it('after the commit and before the answer leaves a retry that finds its events', async () => {
    const server = new URL(under.database.url);
    const proxy = await startCuttableProxy(Number(server.port));
    server.port = String(proxy.port);
    const pool = createPool(server.href, { max: 2 });
    const store = createPostgresEventStore({ pool });
    const stream = aStream();
    const command = events(3);
    await store.append(aStream(), events(1), 'no stream');
    proxy.loseAnswerTo(command[0]?.id ?? '');
    await expect(store.append(stream, command, 'no stream')).rejects.toThrow(EventStoreUnavailable);
    await vi.waitFor(async () => expect(await under.store.read(stream)).toHaveLength(3), WAIT_OPTIONS);
    expect(await store.append(stream, command, 'no stream')).toMatchObject({ revision: 2, repeated: true });
    expect(await under.store.read(stream)).toHaveLength(3);
    await store.close();
    await pool.end();
    await proxy.close();
  });

  it('does not end a subscription, and nothing is missed', async () => {
    const { store, another } = under;
    const before = await store.head();
    const sent = events(40);
    const writer = another();
    const heard = hear(store, { after: before, batchSize: 3 }, (all) => all.length >= sent.length);
    for (const [index, event] of sent.entries()) {
      if (index % 10 === 5) {
        await bystander.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`);
      }
      // A caller retries after an outage with the same ids.
      await vi.waitFor(() => writer.append(aStream(), [event], 'no stream'), WAIT_OPTIONS);
    }
    expect(new Set(ids(await heard))).toEqual(new Set(ids(sent)));
  });
});

describe('what others do in the database', () => {
  it('an unrelated transaction that stays open holds back neither writers nor readers', {
    tags: ['reliability-05'],
  }, async () => {
    const { store, another } = under;
    const unrelated = new pg.Client({ connectionString: under.database.url });
    await unrelated.connect();
    await unrelated.query('CREATE TABLE IF NOT EXISTS unrelated (n integer)');
    await unrelated.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await unrelated.query('INSERT INTO unrelated VALUES (1)');
    await unrelated.query('SELECT count(*) FROM events');
    const before = await store.head();
    const sent = events(100);
    const heard = hear(another(), { after: before }, (all) => all.length >= sent.length);
    await Promise.all(sent.map((event) => store.append(aStream(), [event], 'no stream')));
    expect(new Set(ids(await heard))).toEqual(new Set(ids(sent)));
    await unrelated.query('ROLLBACK');
    await unrelated.end();
  });

  it.each(['DELETE FROM events WHERE position = (SELECT max(position) FROM events)', 'TRUNCATE events'])(
    'no event is removed from the log: %s',
    async (statement) => {
      const { store } = under;
      await store.append(aStream(), events(1), 'no stream');
      const head = await store.head();
      await expect(bystander.query(statement)).rejects.toThrow('events are never deleted');
      expect(await store.head()).toBe(head);
    },
  );
});

describe('an append that the database cannot store', () => {
  it.each<[string, { stream?: string; event?: NewEvent }]>([
    ['a name too long for the index', { stream: Array.from({ length: 600 }, aStream).join('') }],
    ['a version too large for its column', { event: { ...anEvent(), version: 2 ** 31 } }],
  ])('fails alone: %s', async (_, { stream = aStream(), event = anEvent() }) => {
    const { store } = under;
    const neighbours = Array.from({ length: 20 }, () => ({ stream: aStream(), event: anEvent() }));
    const [poison, ...others] = await Promise.allSettled([
      store.append(stream, [event], 'no stream'),
      ...neighbours.map((neighbour) => store.append(neighbour.stream, [neighbour.event], 'no stream')),
    ]);
    expect(poison).toMatchObject({ status: 'rejected' });
    expect(poison).not.toHaveProperty('reason', expect.any(EventStoreUnavailable));
    for (const other of others) {
      expect(other).toMatchObject({ status: 'fulfilled', value: { outcome: 'appended', repeated: false } });
    }
    for (const neighbour of neighbours) {
      expect(ids(await store.read(neighbour.stream))).toEqual([neighbour.event.id]);
    }
    expect(await store.read(stream)).toEqual([]);
  });
});

describe('a store that is closed', () => {
  it('answers what was under way, refuses the rest and ends its subscriptions', async () => {
    const store = under.another();
    const subscription = hear(store, { after: await store.head() }, () => false);
    const underWay = store.append(aStream(), events(1), 'no stream');
    await store.close();
    expect(await underWay).toMatchObject({ outcome: 'appended' });
    await expect(store.append(aStream(), events(1), 'no stream')).rejects.toThrow(EventStoreUnavailable);
    expect((await subscription).length).toBeLessThanOrEqual(1);
  });
});
