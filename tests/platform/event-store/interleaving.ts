import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { EventStore, ExpectedRevision, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { seededRandom } from '#tests/support/random.ts';
import { anEvent, aStream } from './store-under-test.ts';

type Acknowledged = { readonly id: string; readonly stream: string; readonly position: number };
type Random = () => number;
type Appends = Pick<EventStore, 'append'>;

const WRITERS = 8;

/** A database under test can hold back the commits of these events by the `commitDelayMs` in their data. */
export const HELD_BACK = 'HeldBack';

/**
 * Eight writers append at their own pace over several stores while a subscriber reads along; pace, sizes,
 * streams, commit times and ways to append come from the seed. Others may use the log at the same time. Answers what
 * went wrong, or undefined.
 */
export async function interleave(
  stores: readonly Pick<EventStore, 'append' | 'head' | 'subscribe'>[],
  seed: number,
): Promise<string | undefined> {
  const random = seededRandom(seed);
  const part = () => seededRandom(random() * 2 ** 32);
  const terms = aStream();
  await pick(random, stores).append(terms, [anEvent()], 'no stream');
  const after = await pick(random, stores).head();
  const stop = new AbortController();
  const heard: RecordedEvent[] = [];
  const lastPosition = Promise.withResolvers<number>();
  const streams = new Set<string>();
  const ownStream = () => {
    const stream = aStream();
    streams.add(stream);
    return stream;
  };

  const reader = async () => {
    const batchSize = 1 + Math.floor(random() * 7);
    const pace = part();
    let until = Number.POSITIVE_INFINITY;
    let reached = -1;
    void lastPosition.promise.then((position) => {
      until = position;
      if (reached >= position) stop.abort();
    });
    for await (const batch of pick(random, stores).subscribe({ after, batchSize, signal: stop.signal })) {
      heard.push(...batch.filter((event) => streams.has(event.stream)));
      // Positions grow: once the last is here, nothing that is missing may still come.
      reached = batch.at(-1)?.position ?? reached;
      if (reached >= until) return;
      await pause(pace);
    }
  };

  const shared = [ownStream(), ownStream()];
  const writer = async (own: Random): Promise<Acknowledged[]> => {
    const store = pick(own, stores);
    const acknowledged: Acknowledged[] = [];
    const appends = 1 + Math.floor(own() * 2);
    for (let nth = 0; nth < appends; nth++) {
      await pause(own);
      const stream = () => (own() < 0.3 ? pick(own, shared) : ownStream());
      acknowledged.push(...(await pick(own, WAYS)(store, own, { stream, ownStream, terms })));
    }
    return acknowledged;
  };

  const reading = reader();
  const writers = Array.from({ length: WRITERS }, () => writer(part()));
  const acknowledged = (await Promise.all(writers)).flat();
  lastPosition.resolve(Math.max(...acknowledged.map((event) => event.position)));
  await reading;
  return violationOf(acknowledged, heard);
}

type Streams = {
  /** A stream of this writer, or one that others append to as well. */
  readonly stream: () => string;
  readonly ownStream: () => string;
  /** A stream of one event, for conditions that hold. */
  readonly terms: string;
};
type Way = (store: Appends, random: Random, streams: Streams) => Promise<Acknowledged[]>;

const several: Way = (store, random, { stream }) =>
  appended(store, random, stream(), 'any', 1 + Math.floor(random() * 3));

/** One event at the revision that the stream has, as commands do; after a conflict again. */
const one: Way = async (store, random, { stream }) => {
  const onto = stream();
  const event = heldBack(random);
  for (let expected: ExpectedRevision = 'no stream'; ; ) {
    const outcome = await store.append(onto, [event], expected);
    if (outcome.outcome === 'appended') return [{ id: event.id, stream: onto, position: outcome.position }];
    expected = outcome.actual ?? 'no stream';
  }
};

const onCondition: Way = (store, random, { ownStream, terms }) =>
  appended(store, random, ownStream(), 'no stream', random() < 0.5 ? 1 : 2, terms);

/** Appends of one moment, which the store may send together. */
const together: Way = async (store, random, streams) => {
  const appends = [several, onCondition, onCondition].map((way) => way(store, random, streams));
  return (await Promise.all(appends)).flat();
};

/** Every path of an append; on Postgres each of them is another statement. */
const WAYS = [several, one, onCondition, together];

const heldBack = (random: Random) => anEvent({ commitDelayMs: random() < 0.2 ? random() * 3 : 0 }, HELD_BACK);

async function appended(
  store: Appends,
  random: Random,
  stream: string,
  expected: ExpectedRevision,
  size: number,
  terms?: string,
): Promise<Acknowledged[]> {
  const sent = Array.from({ length: size }, () => heldBack(random));
  const outcome = await store.append(
    stream,
    sent,
    expected,
    terms ? { stream: terms, revision: 0 } : undefined,
  );
  if (outcome.outcome !== 'appended') throw new Error(`an append to ${stream} was a conflict`);
  return sent.map(({ id }) => ({ id, stream, position: outcome.position }));
}

function violationOf(sent: readonly Acknowledged[], heard: readonly RecordedEvent[]): string | undefined {
  const times = new Map<string, number>();
  for (const { id } of heard) times.set(id, (times.get(id) ?? 0) + 1);
  const missed = sent.filter(({ id }) => !times.has(id));
  if (missed.length > 0) return `missed ${missed.map((event) => event.position).join(', ')}`;
  if (times.size !== heard.length) return 'heard an event twice';
  if (heard.length !== sent.length) return 'received an event that was not sent';
  const revisions = new Map<string, number>();
  for (const [index, event] of heard.entries()) {
    if (index > 0 && event.position <= (heard[index - 1]?.position ?? 0))
      return `${event.position} came late`;
    if (event.revision !== (revisions.get(event.stream) ?? -1) + 1) return `${event.stream} out of order`;
    revisions.set(event.stream, event.revision);
  }
  return undefined;
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Nothing, a few turns of the event loop, or up to two milliseconds. */
async function pause(random: Random): Promise<void> {
  const kind = random();
  if (kind < 0.4) return;
  if (kind < 0.8) {
    for (let turns = Math.ceil(random() * 5); turns > 0; turns--) await turn();
  } else {
    await sleep(random() * 2);
  }
}
