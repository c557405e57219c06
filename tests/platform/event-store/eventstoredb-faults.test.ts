import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventStore, EventStoreUnavailable } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { createLog } from '#platform/log.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { type GrpcTestServer, startGrpcTestServer } from './eventstore-server/grpc-test-server.ts';
import { anEvent, aStream, events, hear, ids } from './store-under-test.ts';

let server: GrpcTestServer;
let store: EventStore;
beforeAll(async () => {
  server = await startGrpcTestServer();
  store = createEventStoreDbEventStore({ url: server.url });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

describe('a server that goes away', () => {
  it('is named in the error of every call, without the password', async () => {
    const away = createEventStoreDbEventStore({ url: 'esdb://admin:secret@127.0.0.1:9?tls=false' });
    const message = /^EventStoreDB at 127\.0\.0\.1:9 does not answer: (?!.*secret)/;
    for (const call of [
      () => away.append(aStream(), events(1), 'no stream'),
      () => away.append(aStream(), events(1), 'any'),
      () => away.read(aStream()),
      () => away.readAll({ limit: 1 }),
      () => away.head(),
    ]) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(EventStoreUnavailable);
      expect(error).toHaveProperty('message', expect.stringMatching(message));
    }
    await away.close();
  });

  it('is an outage too when a cluster cannot be discovered', async () => {
    const url = 'esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1&discoveryInterval=1';
    const away = createEventStoreDbEventStore({ url });
    await expect(away.append(aStream(), events(1), 'no stream')).rejects.toThrow(EventStoreUnavailable);
    await expect(away.read(aStream())).rejects.toThrow(EventStoreUnavailable);
    await away.close();
  });

  it('comes back: calls and subscriptions go on without a gap', async () => {
    const [before, after] = [events(4), events(4)];
    const heard = hear(store, { after: await store.head(), batchSize: 3 }, (all) => all.length >= 8);
    await store.append(aStream(), before, 'no stream');
    await server.stop();
    await expect(store.append(aStream(), after, 'no stream')).rejects.toThrow(EventStoreUnavailable);
    await expect(store.read(aStream())).rejects.toThrow(EventStoreUnavailable);
    await server.start();
    await vi.waitFor(() => store.append(aStream(), after, 'no stream'), WAIT_OPTIONS);
    expect(ids(await heard)).toEqual(ids([...before, ...after]));
  });

  it('cuts connections again and again, and a subscriber still receives every event once', async () => {
    const sent = events(60);
    const heard = hear(store, { after: await store.head(), batchSize: 4 }, (all) => all.length >= 60);
    for (const [index, event] of sent.entries()) {
      if (index % 15 === 7) await server.dropConnections();
      await vi.waitFor(() => store.append(aStream(), [event], 'no stream'), WAIT_OPTIONS);
    }
    expect(ids(await heard)).toEqual(ids(sent));
  });
});

describe('the log of a shared server', () => {
  it("holds the server's own events, which no reader sees", async () => {
    const before = await store.head();
    for (const event of events(30)) await store.append(aStream(), [event], 'no stream');
    expect(server.log.records.some((record) => record.stream.startsWith('$'))).toBe(true);
    const read = await store.readAll({ after: before, limit: 1000 });
    expect(read).toHaveLength(30);
    expect(await hear(store, { after: before }, (all) => all.length >= 30)).toEqual(read);
  });

  it('holds events of other programs, which the codec will refuse', async () => {
    const stream = aStream();
    const foreign = {
      id: anEvent().id,
      type: 'Foreign',
      contentType: 'application/octet-stream',
      data: Buffer.from([1, 2, 3]),
      metadata: Buffer.from('{"other":"layout"}'),
    };
    server.log.append(stream, [foreign], 'any');
    const [stored] = await store.read(stream);
    expect(stored).toMatchObject({ type: 'Foreign', version: 0, metadata: { other: 'layout' } });
  });
});

describe('a log that other programs write to', () => {
  const foreign = (nth: number) => ({
    ...{ id: anEvent().id, type: `Foreign${nth}`, contentType: 'application/json' },
    ...{ data: Buffer.from('{}'), metadata: Buffer.from('{}') },
  });

  it('costs a store with prefixes nothing: the server sends only what is ours', async () => {
    const ours = createEventStoreDbEventStore({ url: server.url, prefixes: ['test-', 'more-'] });
    const after = await ours.head();
    const sent = events(3);
    for (const [nth, event] of sent.entries()) {
      for (let other = 0; other < 200; other++) server.log.append('orders-1', [foreign(nth)], 'any');
      await ours.append(aStream(), [event], 'no stream');
    }
    for (let other = 0; other < 200; other++) server.log.append('orders-1', [foreign(9)], 'any');
    const before = server.sent();
    expect(ids(await ours.readAll({ after, limit: 100 }))).toEqual(ids(sent));
    expect(ids(await hear(ours, { after }, (all) => all.length >= 3))).toEqual(ids(sent));
    expect(await ours.head()).toBe((await ours.readAll({ direction: 'backwards', limit: 1 }))[0]?.position);
    expect(server.sent() - before).toBeLessThan(20);
    await ours.close();
  });
});

describe('a subscriber that is too slow for the server', () => {
  it('goes on behind its last event, and is no outage: nothing else on the connection is given up', async () => {
    const log = createLog('silent');
    const warnings = vi.spyOn(log, 'warn');
    const subscribed = createEventStoreDbEventStore({ url: server.url, log });
    const sent = events(40);
    const stream = aStream();
    const heard = hear(subscribed, { after: await store.head(), batchSize: 4 }, (all) => all.length >= 40);
    for (const [index, event] of sent.entries()) {
      const { arrived, letThrough } = server.holdAppends(stream);
      const appended = subscribed.append(stream, [event], index === 0 ? 'no stream' : index - 1);
      await arrived;
      if (index % 10 === 7) server.endSubscriptions();
      letThrough();
      expect(await appended).toMatchObject({ outcome: 'appended', repeated: false });
    }
    expect(ids(await heard)).toEqual(ids(sent));
    expect(warnings).not.toHaveBeenCalled();
    await subscribed.close();
  });
});

describe('a subscriber that does not ask', () => {
  it('makes the server wait instead of filling the memory', async () => {
    const after = await store.head();
    const large = 'x'.repeat(20_000);
    const total = 240;
    const stream = aStream();
    for (let index = 0; index < total; index += 20) {
      const batch = Array.from({ length: 20 }, () => anEvent({ large }));
      await store.append(stream, batch, 'any');
    }
    const before = server.sent();
    const stop = new AbortController();
    const subscription = store.subscribe({ after, batchSize: 10, signal: stop.signal });
    const batches = subscription[Symbol.asyncIterator]();
    await batches.next();
    // Reads of others show that the server has had its turns; it sent what the buffers took, not the rest.
    for (let turns = 0; turns < 20; turns++) await store.read(aStream());
    expect(server.sent() - before).toBeLessThan(total / 2);
    let heard = 10;
    while (heard < total) heard += (await batches.next()).value?.length ?? 0;
    expect(heard).toBe(total);
    stop.abort();
    await batches.next();
  });
});
