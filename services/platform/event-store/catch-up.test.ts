import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SteppedTime, steppedTime } from '#tests/support/stepped-time.ts';
import { catchUp, createWakeSignal } from './catch-up.ts';
import { EventStoreUnavailable, type RecordedEvent } from './event-store.port.ts';

const POLL_MS = 1_000;

let time: SteppedTime;
let ending: AbortController;
beforeEach(() => {
  time = steppedTime();
  ending = new AbortController();
});

const event = (position: number): RecordedEvent => ({
  ...{ id: `${position}`, stream: 's', revision: position, position, type: 'T', version: 1 },
  ...{ data: {}, metadata: {}, recordedAt: '2026-11-20T12:00:00.000Z' },
});

/** A subscription to a log in memory. `batches` are the positions that it handed out. */
function subscribed({ after = 0, events = [] as number[], failure = null as Error | null } = {}) {
  const log = events.map(event);
  const bell = createWakeSignal(time.scheduler);
  const reads: number[] = [];
  const rung: boolean[] = [];
  const batches: number[][] = [];
  const warnings: unknown[] = [];
  let away = failure;
  async function readAfter(position: number, limit: number, isRung: boolean) {
    reads.push(position);
    rung.push(isRung);
    if (away) throw away;
    return log.filter((each) => each.position > position).slice(0, limit);
  }
  const { scheduler } = time;
  const warn = (fields: unknown) => void warnings.push(fields);
  const deps = { readAfter, bell, pollMs: POLL_MS, scheduler, log: { warn } };
  const ended = (async () => {
    for await (const batch of catchUp(deps, { after, batchSize: 2, signal: ending.signal }))
      batches.push(batch.map(({ position }) => position));
  })();
  return {
    ...{ bell, reads, rung, batches, warnings, ended },
    write: (...positions: number[]) => void log.push(...positions.map(event)),
    fail(error: Error | null) {
      away = error;
    },
  };
}

describe('a catch-up subscription', () => {
  it('reads on from its last event, and looks again when the bell rings or the time is over', async () => {
    const { write, bell, reads, batches } = subscribed({ after: 1, events: [1, 2, 3, 4] });
    await time.pass(0);
    expect([batches, reads]).toEqual([
      [[2, 3], [4]],
      [1, 3, 4],
    ]);
    write(5);
    await time.pass(POLL_MS - 1);
    expect(batches).toHaveLength(2);
    await time.pass(1);
    expect(batches.at(-1)).toEqual([5]);
    write(6);
    bell.ring();
    await time.pass(0);
    expect(batches.at(-1)).toEqual([6]);
  });

  it('knows whether a bell woke it, or nothing for a while', async () => {
    const { write, bell, rung, fail, batches } = subscribed();
    await time.pass(0);
    write(1, 2, 3);
    bell.ring();
    await time.pass(0);
    expect(rung.splice(0), 'the first look, two batches and the end').toEqual([false, true, true, true]);
    await time.pass(POLL_MS);
    expect(rung.splice(0)).toEqual([false]);
    bell.ring();
    await time.pass(0);
    fail(new EventStoreUnavailable('away'));
    bell.ring();
    await time.pass(0);
    fail(null);
    await time.pass(POLL_MS);
    expect(rung, 'after an outage').toEqual([true, true, false]);
    expect(batches).toHaveLength(2);
  });

  it('waits longer each time while the store is away, and says so; a success begins anew', async () => {
    const err = new EventStoreUnavailable('away');
    const { fail, reads, warnings, write, batches } = subscribed({ failure: err });
    await time.pass(60_000);
    expect(warnings.slice(0, 2)).toEqual([
      { err, after: 0, retryMs: expect.any(Number) },
      { err, after: 0, retryMs: expect.any(Number) },
    ]);
    const waits = warnings.map((fields) => (fields as { retryMs: number }).retryMs);
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
    fail(null);
    write(1);
    await time.pass(60_000);
    expect(batches).toEqual([[1]]);
    const known = warnings.length;
    fail(err);
    await time.pass(POLL_MS);
    expect((warnings[known] as { retryMs: number }).retryMs).toBe(waits[0]);
    expect(reads.at(-1)).toBe(1);
  });

  it('ends with any other error', async () => {
    const { ended } = subscribed({ failure: new Error('a bug') });
    await expect(ended).rejects.toThrow('a bug');
    expect(time.waiting(), 'pauses that are left').toBe(0);
  });

  it('ends without the batch that it was reading, and leaves nothing behind', async () => {
    const { batches, ended } = subscribed({ events: [1] });
    ending.abort();
    await ended;
    expect(batches).toEqual([]);
    expect(time.waiting(), 'pauses that are left').toBe(0);
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  });

  it('ends while it waits for events, or for the store', async () => {
    const { ended } = subscribed();
    await time.pass(10);
    ending.abort();
    await ended;
    ending = new AbortController();
    const away = subscribed({ failure: new EventStoreUnavailable('away') });
    await time.pass(10);
    ending.abort();
    await away.ended;
    expect(time.waiting(), 'pauses that are left').toBe(0);
  });
});

describe('a wake signal', () => {
  it('wakes all that wait, once', async () => {
    const bell = createWakeSignal(time.scheduler);
    const woken: string[] = [];
    for (const name of ['one', 'other'])
      void bell.next(POLL_MS, ending.signal).rung.then(() => woken.push(name));
    bell.ring();
    bell.ring();
    await turn();
    expect(woken).toEqual(['one', 'other']);
    expect(time.waiting(), 'pauses that are left').toBe(0);
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  });

  it('wakes at once when the signal has aborted already', async () => {
    ending.abort();
    expect(await createWakeSignal(time.scheduler).next(POLL_MS, ending.signal).rung).toBe(false);
    expect(time.waiting(), 'pauses that are left').toBe(0);
  });
});
