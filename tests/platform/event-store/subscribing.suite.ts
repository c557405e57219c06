import { expect, it } from 'vitest';
import { START } from '#platform/event-store/event-store.port.ts';
import { seededRandom } from '#tests/support/random.ts';
import { SEED } from '#tests/support/seed.ts';
import { interleave } from './interleaving.ts';
import { aStream, events, hear, ids, type StoreUnderTest } from './store-under-test.ts';

/** Waiting is most of an interleaving, so some run at the same time; that disturbs them all the more. */
const LANES = 4;

export function subscribingSuite(open: () => StoreUnderTest): void {
  it('delivers older and new events in order, each once', async () => {
    const { store } = open();
    const before = await store.head();
    const [old, fresh] = [events(5), events(5)];
    await store.append(aStream(), old, 'no stream');
    const heard = hear(store, { after: before }, (all) => all.length >= 10);
    await store.append(aStream(), fresh, 'no stream');
    expect(ids(await heard)).toEqual([...ids(old), ...ids(fresh)]);
    expect(await heard).toEqual(await store.readAll({ after: before, limit: 100 }));
  });

  it('resumes after any position', async () => {
    const { store } = open();
    const before = await store.head();
    await store.append(aStream(), events(4), 'no stream');
    await store.append(aStream(), events(4), 'no stream');
    const log = await store.readAll({ after: before, limit: 8 });
    for (const [index, event] of log.slice(0, -1).entries()) {
      const rest = log.slice(index + 1);
      expect(await hear(store, { after: event.position }, (all) => all.length >= rest.length)).toEqual(rest);
    }
  });

  it('begins at the start of the log', async () => {
    const { store } = open();
    await store.append(aStream(), events(1), 'no stream');
    const [first] = await store.readAll({ limit: 1 });
    const [heard] = await hear(store, { after: START, batchSize: 1 }, () => true);
    expect(heard).toEqual(first);
  });

  it('keeps to the batch size, and fills batches while there is more', async () => {
    const { store } = open();
    const before = await store.head();
    await store.append(aStream(), events(10), 'no stream');
    const sizes: number[] = [];
    const stop = new AbortController();
    for await (const batch of store.subscribe({ after: before, batchSize: 4, signal: stop.signal })) {
      sizes.push(batch.length);
      if (sizes.length === 3) stop.abort();
    }
    expect(sizes).toEqual([4, 4, 2]);
  });

  it('ends when the signal aborts, while it waits and before it began', async () => {
    const { store } = open();
    const stop = new AbortController();
    const after = await store.head();
    const waiting = store.subscribe({ after, signal: stop.signal })[Symbol.asyncIterator]().next();
    stop.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    const aborted = store.subscribe({ after: START, signal: stop.signal })[Symbol.asyncIterator]();
    expect(await aborted.next()).toEqual({ done: true, value: undefined });
  });

  it('serves a slow and a quick subscriber the same', async () => {
    const { store, another } = open();
    const before = await store.head();
    const sent = events(30);
    const done = (all: readonly unknown[]) => all.length >= sent.length;
    const quick = hear(store, { after: before }, done);
    const slow = hear(another(), { after: before, batchSize: 1 }, done);
    for (const event of sent) await store.append(aStream(), [event], 'no stream');
    expect(ids(await quick)).toEqual(ids(sent));
    expect(ids(await slow)).toEqual(ids(sent));
  });

  it('misses nothing while 8 writers append in every way at random moments', {
    tags: ['reliability-04'],
  }, async () => {
    const under = open();
    const stores = [under.store, under.another(), under.another(), under.another()];
    const delays = seededRandom(SEED);
    under.delayAppends(() => (delays() < 0.3 ? delays() * 3 : 0));
    const lane = async (first: number) => {
      for (let nth = first; nth <= under.interleavings; nth += LANES) {
        expect(await interleave(stores, SEED + nth), `seed ${SEED + nth}`).toBeUndefined();
      }
    };
    // Some clients keep the stack of every call, for errors that are not here.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 1;
    try {
      await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index + 1)));
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      under.delayAppends(undefined);
    }
  });
}
