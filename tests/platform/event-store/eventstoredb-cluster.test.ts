import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { steppedTime } from '#tests/support/stepped-time.ts';
import { startTestCluster, type TestCluster } from './eventstore-server/test-cluster.ts';
import { aStream, events, hear, ids } from './store-under-test.ts';

/** While an election lasts, the others still name the dead leader. */
const ELECTION_MS = 300;
const APPENDED = { outcome: 'appended', repeated: false };

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
  for (const outcome of written) expect(outcome).toMatchObject(APPENDED);
  expect(new Set(ids(await heard))).toEqual(new Set(ids([...before, ...during])));
  await lost;
});

describe('the time until it writes on, without that of the election and of the network', () => {
  const MOST_MS = 3000;
  const AT_ONCE = 5;

  /** A store whose time passes only while it rests between two tries, or may wait for an answer that never comes. */
  async function virtualStore() {
    const { scheduler, pass, resting } = steppedTime();
    const virtual = createEventStoreDbEventStore({ url: cluster.url, scheduler, onOtherLog: () => {} });
    onTestFinished(() => virtual.close());
    await virtual.append(aStream(), events(1), 'no stream');
    return {
      now: scheduler.now,
      append: () =>
        Promise.all(events(AT_ONCE).map((event) => virtual.append(aStream(), [event], 'no stream'))),
      async passUntil(isEnough: () => boolean, isUnanswered = () => false) {
        while (!isEnough()) await (isUnanswered() || resting() > 0 ? pass(10) : othersTurn());
      },
      isResting: () => resting() > 0,
    };
  }

  async function writtenAfter(
    { append, now, passUntil }: Awaited<ReturnType<typeof virtualStore>>,
    electAt: number,
    isUnanswered?: () => boolean,
  ): Promise<number> {
    let written: unknown;
    const done = append().then(
      (outcomes) => {
        written = outcomes;
      },
      (error) => {
        written = error;
      },
    );
    const began = now();
    await passUntil(() => written !== undefined || now() - began >= electAt, isUnanswered);
    cluster.elect();
    const elected = now();
    await passUntil(() => written !== undefined, isUnanswered);
    await done;
    expect(written).toEqual(Array.from({ length: AT_ONCE }, () => expect.objectContaining(APPENDED)));
    return now() - elected;
  }

  it.each([0, 700, 1500])('is below 3 s when a leader died %d ms before', async (electAt) => {
    const world = await virtualStore();
    await cluster.killLeader();
    expect(await writtenAfter(world, electAt)).toBeLessThan(MOST_MS);
  });

  it('is below 3 s when a leader hangs and keeps its connections', async () => {
    const world = await virtualStore();
    const hanging = cluster.leader();
    cluster.hangLeader();
    let hasRested = false;
    const isUnanswered = () => {
      hasRested ||= world.isResting();
      return !hasRested && hanging.held() >= AT_ONCE;
    };
    expect(await writtenAfter(world, 0, isUnanswered)).toBeLessThan(MOST_MS);
    expect(hasRested).toBe(true);
  });
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
