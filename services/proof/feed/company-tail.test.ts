import { setImmediate as othersTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { isOwnEvent, START, type SubscribeOptions } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { companyTail } from './company-tail.ts';
import { createSharedReader } from './shared-reader.ts';

const [mine, other] = [newId(), newId()];

/** A log of two companies with a sealer under the test's control, and a record of the reads. */
function openLog() {
  const store = createMemoryEventStore();
  const seen = { byPlace: 0, byCompany: 0, alongTheLog: 0, subscriptions: 0 };
  const fault: { error: Error | null } = { error: null };
  let sealed = START;
  async function* subscribe(options: SubscribeOptions) {
    seen.subscriptions += 1;
    for await (const batch of store.subscribe(options)) {
      if (fault.error) throw fault.error;
      seen.alongTheLog += batch.length;
      yield batch;
    }
  }
  return {
    seen,
    fault,
    seal: async (to?: number) => {
      sealed = to ?? (await store.head());
    },
    async append(companyId: string): Promise<number> {
      const event = { id: newId(), type: 'Anything', version: 1, data: {}, metadata: { companyId } };
      const appended = await store.append(streams.sale(companyId, newId()), [event], 'no stream');
      return appended.outcome === 'appended' ? appended.position : START;
    },
    deps: {
      reader: createSharedReader({ subscribe, head: store.head }),
      store: {
        async readAt(positions: readonly number[]) {
          seen.byPlace += positions.length;
          return store.readAt(positions);
        },
        async *readCompany(...asked: Parameters<typeof store.readCompany>) {
          for await (const page of store.readCompany(...asked)) {
            seen.byCompany += page.length;
            yield page;
          }
        },
      },
      places: {
        progress: async () => sealed,
        async positions(
          companyId: string,
          { after, to, limit }: { after: number; to: number; limit: number },
        ) {
          const all = await store.readAll({ after, limit: Number.MAX_SAFE_INTEGER });
          const own = all.filter((event) => event.position <= to && isOwnEvent(event, companyId));
          return own.slice(0, limit).map(({ position }) => position);
        },
      },
    },
  };
}

type Log = ReturnType<typeof openLog>;

/** A feed that is read until it is stopped, and what it has heard. */
function open({ deps }: Log, companyId: string, after: number, batchSize = 10, between = async () => {}) {
  const stop = new AbortController();
  const heard: number[] = [];
  async function listen() {
    for await (const batch of companyTail(deps, companyId, { after, batchSize, signal: stop.signal })) {
      heard.push(...batch.map(({ position }) => position));
      await between();
    }
  }
  const ended = listen();
  return {
    heard,
    ended,
    async close() {
      stop.abort();
      await ended;
    },
  };
}

/** All that can happen without another event has happened. */
async function quiet() {
  for (let turn = 0; turn < 50; turn++) await othersTurn();
}

it('costs a small company in a big log only its own events', async () => {
  const log = openLog();
  const own: number[] = [];
  for (let at = 0; at < 3_000; at++) {
    const position = await log.append(at % 100 === 50 ? mine : other);
    if (at % 100 === 50) own.push(position);
  }
  await log.seal();
  own.push(await log.append(mine));
  const feed = open(log, mine, START, 8);
  await quiet();
  own.push(await log.append(mine));
  await quiet();
  await feed.close();
  expect(feed.heard).toEqual(own);
  expect(log.seen).toEqual({ byPlace: 30, byCompany: 1, alongTheLog: 1, subscriptions: 1 });
});

it('any number of feeds read the log once, and the last that goes ends it', async () => {
  const log = openLog();
  const feeds = Array.from({ length: 20 }, (_, at) => open(log, at % 2 ? other : mine, START));
  await quiet();
  const positions = new Map<string, number[]>([
    [mine, []],
    [other, []],
  ]);
  for (let at = 0; at < 30; at++) {
    const companyId = at % 3 ? mine : other;
    positions.get(companyId)?.push(await log.append(companyId));
  }
  await quiet();
  for (const feed of feeds) await feed.close();
  for (const [at, { heard }] of feeds.entries()) expect(heard).toEqual(positions.get(at % 2 ? other : mine));
  expect(log.seen).toMatchObject({ alongTheLog: 30, subscriptions: 1 });
  await log.append(mine);
  await quiet();
  expect(log.seen.alongTheLog).toBe(30);
});

it('a feed whose client takes nothing delays no other, and misses nothing', async () => {
  const log = openLog();
  const gate = Promise.withResolvers<void>();
  const slow = open(log, mine, START, 10, () => gate.promise);
  const quick = open(log, mine, START);
  await quiet();
  const own: number[] = [];
  for (let at = 0; at < 1000; at++) {
    own.push(await log.append(mine));
    if (at % 50 === 0) await quiet();
  }
  await quiet();
  expect(quick.heard).toEqual(own);
  expect(slow.heard.length).toBeLessThan(10);
  await log.seal();
  gate.resolve();
  await quiet();
  own.push(await log.append(mine));
  await quiet();
  expect(slow.heard).toEqual(own);
  // What did not wait in memory was read by its places.
  expect(log.seen.byPlace).toBeGreaterThan(700);
  await Promise.all([slow.close(), quick.close()]);
});

it('a log that cannot be read ends the feeds, and the next one reads it anew', async () => {
  const log = openLog();
  const feed = open(log, mine, START);
  const ended = expect(feed.ended).rejects.toThrow('the server is away');
  await quiet();
  log.fault.error = new Error('the server is away');
  const first = await log.append(mine);
  await ended;
  log.fault.error = null;
  const next = open(log, mine, START);
  await quiet();
  const second = await log.append(mine);
  await quiet();
  expect(next.heard).toEqual([first, second]);
  await next.close();
});

it('leaves out and repeats nothing, wherever the sealer is, and whichever feeds come and go meanwhile', async () => {
  const company = fc.constantFrom(mine, other);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), company, count: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ kind: fc.constant('seal' as const), back: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('come' as const), company, back: fc.integer({ min: -1, max: 50 }) }),
    fc.record({ kind: fc.constant('go' as const) }),
    fc.record({ kind: fc.constant('wait' as const), turns: fc.integer({ min: 0, max: 12 }) }),
  );
  const plan = fc.record({
    steps: fc.array(step, { maxLength: 30 }),
    batchSize: fc.integer({ min: 1, max: 7 }),
    slow: fc.integer({ min: 0, max: 3 }),
  });
  const run = fc.asyncProperty(plan, async ({ steps, batchSize, slow }) => {
    const log = openLog();
    const all: { companyId: string; position: number }[] = [];
    const feeds: { companyId: string; after: number; feed: ReturnType<typeof open> }[] = [];
    const gone: typeof feeds = [];
    const append = async (companyId: string) =>
      all.push({ companyId, position: await log.append(companyId) });
    const pause = async () => {
      for (let turn = 0; turn < slow; turn++) await othersTurn();
    };
    const wanted = ({ companyId, after }: { companyId: string; after: number }) =>
      all
        .filter((event) => event.companyId === companyId && event.position > after)
        .map(({ position }) => position);
    for (const each of steps) {
      if (each.kind === 'append') for (let at = 0; at < each.count; at++) await append(each.company);
      if (each.kind === 'seal') await log.seal(Math.max(START, all.length - each.back));
      if (each.kind === 'wait') for (let turn = 0; turn < each.turns; turn++) await othersTurn();
      if (each.kind === 'come') {
        const after = Math.min(all.length, Math.max(START, all.length - each.back));
        const feed = open(log, each.company, after, batchSize, pause);
        feeds.push({ companyId: each.company, after, feed });
      }
      const leaving = each.kind === 'go' && feeds.shift();
      if (!leaving) continue;
      await leaving.feed.close();
      gone.push(leaving);
    }
    for (const one of feeds) {
      for (let turn = 0; turn < 5000 && one.feed.heard.length < wanted(one).length; turn++)
        await othersTurn();
      expect(one.feed.heard).toEqual(wanted(one));
      await one.feed.close();
    }
    for (const one of gone) {
      expect(one.feed.heard).toEqual(wanted(one).slice(0, one.feed.heard.length));
    }
  });
  await fc.assert(run, { numRuns: 150 });
});
