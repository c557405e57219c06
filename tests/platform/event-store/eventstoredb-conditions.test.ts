import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { createEventStoreDbEventStore } from '#platform/event-store/eventstoredb/event-store.eventstoredb.ts';
import { type GrpcTestServer, startGrpcTestServer } from './eventstore-server/grpc-test-server.ts';
import { anEvent, aStream, events, hear, ids } from './store-under-test.ts';

let server: GrpcTestServer;
/** Of two processes. */
let one: EventStore;
let other: EventStore;
const opened: EventStore[] = [];
const open = (): EventStore => {
  const store = createEventStoreDbEventStore({ url: server.url });
  opened.push(store);
  return store;
};
beforeEach(async () => {
  server = await startGrpcTestServer();
  [one, other] = [open(), open()];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await server.stop();
});

const LIMIT = 100;
const conflict = { outcome: 'conflict', actual: null };

/** A stream of one event, on which appends depend. */
async function someTerms() {
  const stream = aStream();
  await one.append(stream, events(1), 'no stream');
  return { condition: { stream, revision: 0 }, renewed: { stream, revision: 1 } };
}

/** What is checked, held on its way, and written after an event that overtakes its condition. */
async function overtaken(stream: string, expected: 'no stream' | number, known?: Terms) {
  const terms = known ?? (await someTerms());
  const fallen = events(2);
  const gate = server.holdAppends(stream);
  const outcome = one.append(stream, fallen, expected, terms.condition);
  await gate.arrived;
  const overtaking = events(1);
  await other.append(terms.condition.stream, overtaking, 0);
  return { ...terms, fallen, overtaking, outcome, letThrough: gate.letThrough };
}

type Terms = Awaited<ReturnType<typeof someTerms>>;

/** The ids of a stream in every way in which it can be read, by a process that has seen nothing yet. */
async function everywhere(stream: string) {
  const store = open();
  const all = await store.readAll({ limit: LIMIT });
  const backwards = await store.readAll({ limit: LIMIT, direction: 'backwards' });
  const stored = server.log.records.map(({ position }) => position);
  const heard = await hear(store, { after: START }, (some) => some.length >= all.length);
  const ways = {
    read: await store.read(stream),
    'read backwards, two at a time': await backwardsInTwos(store, stream),
    readAll: all,
    'readAll backwards': backwards.toReversed(),
    readAt: await store.readAt(stored),
    subscribe: heard,
  };
  return Object.entries(ways).map(([way, some]) => [
    way,
    ids(some.filter((event) => event.stream === stream)),
  ]);
}

async function backwardsInTwos(store: EventStore, stream: string) {
  const found = [];
  for (let from: number | undefined; from === undefined || from >= 0; ) {
    const page = await store.read(stream, {
      direction: 'backwards',
      limit: 2,
      ...(from !== undefined && { from }),
    });
    found.push(...page);
    if (page.length < 2) break;
    from = (page.at(-1)?.revision ?? 0) - 1;
  }
  return found.toReversed();
}

async function expectEverywhere(stream: string, expected: readonly string[]) {
  for (const [way, found] of await everywhere(stream))
    expect({ way, found }).toEqual({ way, found: expected });
}

describe('an append whose condition is overtaken between its check and its writing', () => {
  it('is a conflict, and no reader gets what the server has of it', async () => {
    const stream = aStream();
    const { fallen, outcome, letThrough } = await overtaken(stream, 'no stream');
    letThrough();
    expect(await outcome).toEqual(conflict);
    expect(server.log.stream(stream).map(({ id }) => id)).toEqual(ids(fallen));
    await expectEverywhere(stream, []);
    const [newest] = await other.readAll({ limit: 1, direction: 'backwards' });
    expect(await other.head()).toBe(newest?.position);
    expect(newest?.stream).not.toBe(stream);
  });

  it('is decided anew and written behind it, once', async () => {
    const stream = aStream();
    const { renewed, outcome, letThrough } = await overtaken(stream, 'no stream');
    letThrough();
    await outcome;
    const anew = events(2);
    const written = await one.append(stream, anew, 'no stream', renewed);
    expect(written).toMatchObject({ outcome: 'appended', repeated: false });
    expect(await one.append(stream, anew, 'no stream', renewed)).toEqual({ ...written, repeated: true });
    expect(await other.append(stream, events(1), 'no stream', renewed)).toMatchObject({
      outcome: 'conflict',
    });
    await expectEverywhere(stream, ids(anew));
  });

  it('does not keep later appends from a stream that it has lengthened', async () => {
    const stream = aStream();
    const before = events(1);
    await one.append(stream, before, 'no stream');
    const { outcome, letThrough } = await overtaken(stream, 0);
    letThrough();
    expect(await outcome).toEqual(conflict);
    const after = [anEvent(), anEvent()] as const;
    const appended = await other.append(stream, [after[0]], 0);
    expect(appended).toMatchObject({ outcome: 'appended', repeated: false });
    expect(await one.append(stream, events(1), 0)).toMatchObject({ outcome: 'conflict' });
    const { revision } = appended as { revision: number };
    expect(await one.append(stream, [after[1]], revision)).toMatchObject({ outcome: 'appended' });
    await expectEverywhere(stream, ids([...before, ...after]));
  });

  it('is a conflict too when the answer is lost', async () => {
    const stream = aStream();
    const { outcome, letThrough } = await overtaken(stream, 'no stream');
    server.loseNextAck();
    letThrough();
    expect(await outcome).toEqual(conflict);
    await expectEverywhere(stream, []);
  });

  it('counts when it is written first, also for a subscriber that begins between the two', async () => {
    const stream = aStream();
    const { condition } = await someTerms();
    const first = events(2);
    const written = await one.append(stream, first, 'no stream', condition);
    await other.append(condition.stream, events(1), 0);
    await expectEverywhere(stream, ids(first));
    const { position } = written as { position: number };
    const between = (await one.read(stream))[0]?.position ?? position;
    const heard = await hear(open(), { after: between }, (some) => some.length >= 2);
    expect(heard.map((event) => event.stream)).toEqual([stream, condition.stream]);
  });
});

describe('a process that ends after its append was sent', () => {
  it('leaves nothing that counts, and its command can be given again', async () => {
    const stream = aStream();
    const { renewed, fallen, outcome, letThrough } = await overtaken(stream, 'no stream');
    outcome.catch(() => {});
    await one.close();
    letThrough();
    await expect.poll(() => server.log.stream(stream).length).toBe(fallen.length);
    await expectEverywhere(stream, []);
    const anew = events(1);
    expect(await other.append(stream, anew, 'no stream', renewed)).toMatchObject({ outcome: 'appended' });
    await expectEverywhere(stream, ids(anew));
  });
});

describe('a subscriber', () => {
  it('gets the same as a reader while appends and what overtakes them come in turns', async () => {
    const terms = await someTerms();
    const { stream } = terms.condition;
    const standing: string[] = [];
    const subscriber = open();
    const heard = hear(subscriber, { after: START, batchSize: 3 }, (some) => some.at(-1)?.type === 'Last');
    for (let revision = 0; revision < 10; revision++) {
      const [held, free] = [aStream(), aStream()];
      const condition = { stream, revision };
      const gate = server.holdAppends(held);
      const late = one.append(held, events(1), 'no stream', condition);
      await gate.arrived;
      const inTime = events(1);
      expect(await other.append(free, inTime, 'no stream', condition)).toMatchObject({ outcome: 'appended' });
      standing.push(...ids(inTime));
      await other.append(stream, events(1), revision);
      gate.letThrough();
      expect(await late).toEqual(conflict);
    }
    await one.append(aStream(), [anEvent({}, 'Last')], 'no stream');
    const passed = await heard;
    expect(ids(passed.filter((event) => event.stream !== stream)).slice(0, -1)).toEqual(standing);
    expect(ids(passed)).toEqual(ids(await one.readAll({ limit: LIMIT })));
  });
});
