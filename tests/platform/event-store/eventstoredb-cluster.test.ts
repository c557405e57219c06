import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { startTestCluster, type TestCluster } from './eventstore-server/test-cluster.ts';
import { aStream, events, hear, ids } from './store-under-test.ts';

/** While an election lasts, the others still name the dead leader. */
const ELECTION_MS = 300;

let cluster: TestCluster;
let store: EventStore;
beforeEach(async () => {
  cluster = await startTestCluster();
  store = createEventStoreDbEventStore({ url: cluster.url });
});
afterEach(async () => {
  await store.close();
  await cluster.stop();
});

async function loseLeader(): Promise<void> {
  await cluster.killLeader();
  await sleep(ELECTION_MS);
  cluster.elect();
}

it('finds the leader among the nodes of a list, whichever it is', async () => {
  cluster.elect();
  const sent = events(2);
  expect(await store.append(aStream(), sent, 'no stream')).toMatchObject({ outcome: 'appended' });
  expect(ids(await store.readAll({ limit: 10 }))).toEqual(ids(sent));
});

it('finds it in the hour that a clock change repeats, whatever the time zone of the process', async () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    vi.useRealTimers();
    process.env.TZ = zone ?? 'UTC';
  });
  process.env.TZ = 'Europe/London';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-10-31T01:05:00Z') });
  cluster.elect();
  expect(await store.append(aStream(), events(1), 'no stream')).toMatchObject({ outcome: 'appended' });
});

it('writes on after the death of a leader, in the same call, and subscribers miss nothing', async () => {
  const before = events(3);
  const during = events(5);
  const heard = hear(store, { after: await store.head() }, (all) => all.length >= 8);
  for (const event of before) await store.append(aStream(), [event], 'no stream');
  const lost = loseLeader();
  const written = await Promise.all(during.map((event) => store.append(aStream(), [event], 'no stream')));
  for (const outcome of written) expect(outcome).toMatchObject({ outcome: 'appended', repeated: false });
  expect(new Set(ids(await heard))).toEqual(new Set(ids([...before, ...during])));
  await lost;
});

it('writes once what a leader has written and not answered before its death', async () => {
  const stream = aStream();
  const command = events(2);
  await store.append(aStream(), events(1), 'no stream');
  cluster.leader().delayAppends(() => 100);
  const appended = store.append(stream, command, 'no stream');
  await expect.poll(() => cluster.log.stream(stream).length).toBe(2);
  await loseLeader();
  expect(await appended).toMatchObject({ outcome: 'appended', revision: 1, repeated: false });
  expect(ids(await store.read(stream))).toEqual(ids(command));
  expect(cluster.log.stream(stream)).toHaveLength(2);
});
