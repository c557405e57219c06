import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { type GrpcTestServer, startGrpcTestServer } from './eventstore-server/grpc-test-server.ts';
import { aStream, events, ids } from './store-under-test.ts';

let server: GrpcTestServer;
const opened: EventStore[] = [];
const open = (options = {}) => {
  const store = createEventStoreDbEventStore({ url: server.url, ...options });
  opened.push(store);
  return store;
};
beforeEach(async () => {
  server = await startGrpcTestServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await server.stop();
});

describe('an answer that is lost after the commit', () => {
  it.each(['no stream', 'any', 0] as const)(
    'is found out in the same call, and a retry changes nothing, expecting %j',
    async (expected) => {
      const store = open();
      const stream = aStream();
      const present = expected === 0 ? 1 : 0;
      if (present > 0) await store.append(stream, events(present), 'no stream');
      const command = events(2);
      server.loseNextAck();
      const appended = { outcome: 'appended', revision: present + 1 };
      expect(await store.append(stream, command, expected)).toMatchObject({ ...appended, repeated: false });
      expect(await store.append(stream, command, expected)).toMatchObject({ ...appended, repeated: true });
      expect(ids((await store.read(stream)).slice(present))).toEqual(ids(command));
    },
  );

  it('leaves the same to a process that starts afterwards', async () => {
    const stream = aStream();
    const command = events(2);
    server.loseNextAck();
    await open().append(stream, command, 'no stream');
    expect(await open().append(stream, command, 'no stream')).toMatchObject({ revision: 1, repeated: true });
  });

  it('is a conflict where another event has taken the place meanwhile', async () => {
    const [store, other] = [open(), open()];
    const stream = aStream();
    await other.append(stream, events(1), 'no stream');
    server.loseNextAck();
    expect(await store.append(stream, events(1), 'no stream')).toEqual({ outcome: 'conflict', actual: 0 });
  });
});

describe('the same events on their way from two processes', () => {
  it.each(['no stream', 'any', 0] as const)(
    'are written once, and each call is told so, expecting %j',
    async (expected) => {
      const [one, other] = [open(), open()];
      const stream = aStream();
      const present = expected === 0 ? 1 : 0;
      if (present > 0) await one.append(stream, events(present), 'no stream');
      const command = events(2);
      const racers = Array.from({ length: 20 }, (_, racer) =>
        (racer % 2 === 0 ? one : other).append(stream, command, expected),
      );
      const { position } = (await Promise.all(racers))[0] as { position: number };
      for (const outcome of await Promise.all(racers)) {
        expect(outcome).toMatchObject({ outcome: 'appended', revision: present + 1, position });
      }
      expect(ids(await one.read(stream)).slice(present)).toEqual(ids(command));
    },
  );
});

describe('a server that is stopped and keeps its connections', () => {
  /** Virtual milliseconds until the call has failed as unavailable. */
  async function untilUnavailable(call: (store: EventStore) => Promise<unknown>): Promise<number> {
    const time = steppedTime();
    const store = open({ scheduler: time.scheduler });
    await store.append(aStream(), events(1), 'no stream');
    server.hang();
    try {
      let error: unknown;
      const ended = call(store).catch((reason) => {
        error = reason;
      });
      await expect.poll(() => server.held()).toBeGreaterThan(0);
      while (error === undefined && time.scheduler.now() < 60_000) await time.pass(50);
      await ended;
      expect(error).toBeInstanceOf(EventStoreUnavailable);
      return time.scheduler.now();
    } finally {
      server.goOn();
    }
  }

  it.each<[string, (store: EventStore) => Promise<unknown>, number]>([
    ['append', (store) => store.append(aStream(), events(1), 'no stream'), 5000],
    ['append without a revision', (store) => store.append(aStream(), events(1), 'any'), 5000],
    ['read', (store) => store.read(aStream()), 5000],
    ['read of the log', (store) => store.readAll({ limit: 10 }), 5000],
    ['read at a position', (store) => store.readAt([0]), 5000],
    [
      'read of a company',
      async (store) => {
        for await (const _ of store.readCompany('company', { after: -1, to: 10 }));
      },
      5000,
    ],
    ['look at the head', (store) => store.head(), 5000],
    ['look for an event', (store) => store.has({ position: 0, id: 'x' }), 2000],
    ['erasure', (store) => store.erase({ streams: ['x'], prefixes: [] }), 5000],
    ['count', (store) => store.count({ streams: ['x'], prefixes: [] }), 5000],
  ])('leaves no %s without an end', async (_, call, mostMs) => {
    expect(await untilUnavailable(call)).toBeLessThanOrEqual(mostMs + 100);
  });

  it('may write late: the retry is told so, and nothing is doubled', async () => {
    const stream = aStream();
    const command = events(2);
    await untilUnavailable((store) => store.append(stream, command, 'no stream'));
    // The server has done what had waited for it.
    expect(server.log.stream(stream)).toHaveLength(2);
    const retried = await open().append(stream, command, 'no stream');
    expect(retried).toMatchObject({ outcome: 'appended', revision: 1, repeated: true });
    expect(server.log.stream(stream)).toHaveLength(2);
  });
});
