import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { anEvent, aStream } from './store-under-test.ts';

type Acknowledged = { readonly id: string; readonly stream: string; readonly position: number };
type Random = () => number;

const WRITERS = 8;

/** A database under test can hold back the commits of these events by the `commitDelayMs` in their data. */
export const HELD_BACK = 'HeldBack';

/**
 * Eight writers append at their own pace over several stores while a subscriber reads along; pace, sizes,
 * streams and commit times come from the seed. Others may use the log at the same time. Answers what went
 * wrong, or undefined.
 */
export async function interleave(
  stores: readonly Pick<EventStore, 'append' | 'head' | 'subscribe'>[],
  seed: number,
): Promise<string | undefined> {
  const random = seeded(seed);
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
    const pace = seeded(seed + 0.25);
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
      const stream = own() < 0.3 ? pick(own, shared) : ownStream();
      const commitDelayMs = own() < 0.2 ? own() * 3 : 0;
      const sent = Array.from({ length: 1 + Math.floor(own() * 3) }, () =>
        anEvent({ commitDelayMs }, HELD_BACK),
      );
      const outcome = await store.append(stream, sent, 'any');
      if (outcome.outcome !== 'appended') throw new Error('another writer has these events');
      const first = outcome.position;
      acknowledged.push(...sent.map(({ id }) => ({ id, stream, position: first })));
    }
    return acknowledged;
  };

  const reading = reader();
  const writers = Array.from({ length: WRITERS }, (_, index) => writer(seeded(seed * WRITERS + index)));
  const acknowledged = (await Promise.all(writers)).flat();
  lastPosition.resolve(Math.max(...acknowledged.map((event) => event.position)));
  await reading;
  return violationOf(acknowledged, heard);
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

/** Mulberry32: small, and the same on every machine. */
export function seeded(seed: number): Random {
  let state = Math.imul(Math.floor(seed * 1024), 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
