import fc from 'fast-check';
import { expect, it } from 'vitest';
import { streams } from '#contracts/events/streams.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { isOwnEvent, START } from '#platform/event-store/event-store.port.ts';
import { newId } from '#platform/ids.ts';
import { companyTail } from './company-tail.ts';

const [mine, other] = [newId(), newId()];

/** A log of two companies with a sealer under the test's control, and a record of the reads. */
function openLog() {
  const store = createMemoryEventStore();
  const seen = { byPlace: 0, alongTheLog: 0 };
  let sealed = START;
  return {
    seen,
    seal: async (to?: number) => {
      sealed = to ?? (await store.head());
    },
    async append(companyId: string): Promise<number> {
      const event = { id: newId(), type: 'Anything', version: 1, data: {}, metadata: { companyId } };
      const appended = await store.append(streams.sale(companyId, newId()), [event], 'no stream');
      return appended.outcome === 'appended' ? appended.position : START;
    },
    deps: {
      store: {
        async readAt(positions: readonly number[]) {
          seen.byPlace += positions.length;
          return store.readAt(positions);
        },
        async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
          for await (const batch of store.subscribe(options)) {
            seen.alongTheLog += batch.length;
            yield batch;
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

/** Positions after `after`, up to `last`; `between` is called after each batch. */
async function follow(
  { deps }: Log,
  { after, batchSize, last }: { after: number; batchSize: number; last: () => number },
  between: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const stop = new AbortController();
  const heard: number[] = [];
  for await (const batch of companyTail(deps, mine, { after, batchSize, signal: stop.signal })) {
    heard.push(...batch.map(({ position }) => position));
    await between();
    if (last() <= (heard.at(-1) ?? after)) stop.abort();
  }
  return heard;
}

it('costs a small company in a big log only its own events', async () => {
  const log = openLog();
  const own: number[] = [];
  for (let at = 0; at < 3_000; at++) {
    const position = await log.append(at % 100 === 50 ? mine : other);
    if (at % 100 === 50) own.push(position);
  }
  await log.seal();
  // Unsealed events are read along the log.
  own.push(await log.append(mine));
  const heard = await follow(log, { after: START, batchSize: 8, last: () => own.at(-1) ?? 0 });
  expect(heard).toEqual(own);
  expect(log.seen).toEqual({ byPlace: 30, alongTheLog: 1 });
});

it('a reader that falls behind at the end of the log continues by positions', async () => {
  const log = openLog();
  let last = await log.append(mine);
  const own = [last];
  const disturb = async () => {
    if (own.length > 1) return;
    for (let at = 0; at < 500; at++) await log.append(other);
    await log.seal();
    last = await log.append(mine);
    own.push(last);
  };
  expect(await follow(log, { after: START, batchSize: 10, last: () => last }, disturb)).toEqual(own);
  expect(log.seen.alongTheLog).toBeLessThan(30);
});

it('leaves out and repeats nothing, wherever the sealer is and whatever is appended meanwhile', async () => {
  const company = fc.constantFrom(mine, other);
  const plan = fc.record({
    before: fc.array(company, { maxLength: 40 }),
    during: fc.array(fc.tuple(company, fc.boolean()), { maxLength: 20 }),
    sealed: fc.integer({ min: START, max: 40 }),
    after: fc.integer({ min: START, max: 45 }),
    batchSize: fc.integer({ min: 1, max: 7 }),
  });
  const run = fc.asyncProperty(plan, async ({ before, during, sealed, after, batchSize }) => {
    const log = openLog();
    const own: number[] = [];
    let head = 0;
    const append = async (companyId: string) => {
      head = await log.append(companyId);
      if (companyId === mine && head > after) own.push(head);
    };
    for (const companyId of before) await append(companyId);
    await log.seal(Math.min(sealed, head));
    const coming = [...during];
    const disturb = async () => {
      const [companyId, isSealed] = coming.shift() ?? [];
      if (companyId) await append(companyId);
      if (isSealed) await log.seal();
    };
    // One more event after all others, which ends the reading.
    while (head <= after) await append(other);
    await append(mine);
    const last = () => (coming.length > 0 ? Number.POSITIVE_INFINITY : (own.at(-1) ?? 0));
    const heard = follow(log, { after, batchSize, last }, disturb);
    // Wakes a reader that waits at the end of the log.
    while (coming.length > 0) {
      await new Promise(setImmediate);
      await disturb();
    }
    expect(await heard).toEqual(own);
  });
  await fc.assert(run, { numRuns: 150 });
});
