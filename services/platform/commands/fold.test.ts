import { describe, expect, it } from 'vitest';
import { decodeEvent } from '#contracts/events/codec.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import { EventStoreUnavailable, type ReadStreamOptions } from '../event-store/event-store.port.ts';
import { newId } from '../ids.ts';
import type { CommandContext } from './command.ts';
import { newEvents } from './command-handler.ts';
import { commandOf, type Fold, foldEvents } from './fold.ts';
import { createStateCache } from './state-cache.ts';

const stream = 'structure-acme';

const names: Fold<string[], 'GoalAdded'> = {
  empty: () => [],
  on: { GoalAdded: (state, { data }) => void state.push(data.goal.name) },
};

function context(): CommandContext {
  const commandId = newId();
  const now = '2026-11-20T12:00:00.000Z';
  return { companyId: 'acme', actorId: null, commandId, correlationId: commandId, origin: 'api', now };
}

/** A memory store that can hold reads back, and counts them. */
async function storeWithGate() {
  const store = await createMemoryEventStore();
  const reads: (number | undefined)[] = [];
  let gate: Promise<void> = Promise.resolve();
  let onLook = () => {};
  return {
    reads,
    add: (name: string, to = stream) => {
      const goal: GoalFacts = { name, hourlySales: 1, hourlyDecisions: 0 };
      const data = { goalId: name, entryDate: '2026-11-20', goal };
      return store.append(to, newEvents(context(), [{ type: 'GoalAdded', data }]), 'any');
    },
    /** From now on, reads look at the stream but answer only when the returned function is called. */
    hold: () => {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      return open;
    },
    /** Resolves when the next read has looked at the stream. */
    look: () =>
      new Promise<void>((done) => {
        onLook = done;
      }),
    read: async (name: string, options?: ReadStreamOptions) => {
      reads.push(options?.from);
      const found = await store.read(name, options);
      onLook();
      await gate;
      return found;
    },
  };
}

it('a fold gives the state after its events; those without a handler change nothing', async () => {
  const store = createMemoryEventStore();
  const goal: GoalFacts = { name: 'one', hourlySales: 1, hourlyDecisions: 0 };
  const before = { goalId: 'g', before: goal };
  await store.append(
    stream,
    newEvents(context(), [
      { type: 'GoalAdded', data: { goalId: 'g', entryDate: '2026-11-20', goal } },
      { type: 'GoalDeleted', data: before },
      { type: 'GoalEdited', data: { ...before, after: goal } },
    ]),
    'any',
  );
  const fold: Fold<string[], 'GoalAdded' | 'GoalDeleted'> = {
    ...names,
    on: { ...names.on, GoalDeleted: null },
  };
  expect(foldEvents(fold, (await store.read(stream)).map(decodeEvent))).toEqual(['one']);
});

describe('the state cache', () => {
  it('reads a stream once and then only new events', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names);
    await store.add('one');
    await store.add('two');
    expect((await cache.load(stream)).state).toEqual(['one', 'two']);
    await store.add('three');
    expect((await cache.load(stream)).state).toEqual(['one', 'two', 'three']);
    expect(store.reads).toEqual([0, 2]);
  });

  it('knows what it last read, up to which revision', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names);
    expect(cache.known(stream)).toBeUndefined();
    await cache.load(stream);
    expect(cache.known(stream)).toBeUndefined();
    await store.add('one');
    await cache.load(stream);
    await store.add('two');
    expect(cache.known(stream)).toMatchObject({ state: ['one'], revision: 0, position: 1 });
    await cache.load(stream);
    expect(cache.known(stream)).toMatchObject({ state: ['one', 'two'], revision: 1, position: 2 });
  });

  it('lets any number of loads share the read that starts after them', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names);
    const open = store.hold();
    const looked = store.look();
    const first = cache.load(stream);
    await looked;
    await store.add('one');
    const others = Array.from({ length: 50 }, () => cache.load(stream));
    open();
    await first;
    // The pending read had looked before 'one' was there.
    for (const { state } of await Promise.all(others)) expect(state).toEqual(['one']);
    expect(store.reads).toEqual([0, 0]);
  });

  it('never folds an event twice, in any order of loads and writes', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names);
    const expected: string[] = [];
    const loads: Promise<void>[] = [];
    for (let round = 0; round < 200; round += 1) {
      await store.add(`goal ${round}`);
      expected.push(`goal ${round}`);
      const committed = expected.length;
      loads.push(
        cache.load(stream).then(({ state }) => {
          expect(state.length).toBeGreaterThanOrEqual(committed);
        }),
      );
      if (round % 3 === 0) await Promise.resolve();
    }
    await Promise.all(loads);
    expect((await cache.load(stream)).state).toEqual(expected);
  });

  it('reports an outage to the waiting loads, and continues from the last state', async () => {
    const store = await storeWithGate();
    const server: Pick<typeof store, 'read'> = { read: store.read };
    const cache = createStateCache({ read: (name, options) => server.read(name, options) }, names);
    await store.add('one');
    await cache.load(stream);
    server.read = () => Promise.reject(new EventStoreUnavailable('away'));
    const waiting = [cache.load(stream), cache.load(stream), cache.load(stream)];
    const results = await Promise.allSettled(waiting);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    server.read = store.read;
    await store.add('two');
    expect((await cache.load(stream)).state).toEqual(['one', 'two']);
    expect(store.reads).toEqual([0, 1]);
  });

  it('takes in an event once that was added while a read that has it is under way', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names);
    await store.add('one');
    const folded = await cache.load(stream);
    await store.add('two');
    const second = await store.read(stream, { from: 1 });
    const open = store.hold();
    const looked = store.look();
    const reading = cache.load(stream);
    await looked;
    folded.add(second);
    expect(folded.state).toEqual(['one', 'two']);
    open();
    expect((await reading).state).toEqual(['one', 'two']);
  });

  it('fails with what a handler throws', async () => {
    const store = await storeWithGate();
    const failing: Fold<string[], 'GoalAdded'> = {
      ...names,
      on: {
        GoalAdded: () => {
          throw new RangeError('a bug');
        },
      },
    };
    await store.add('one');
    await expect(createStateCache(store, failing).load(stream, [])).rejects.toThrow(new RangeError('a bug'));
  });

  it('keeps as many bytes of states as it may, those of the last used streams', async () => {
    const store = await storeWithGate();
    const text = 'x'.repeat(1000);
    const cache = createStateCache(store, names, { bytes: 3500 });
    for (const other of ['structure-b', 'structure-c']) await store.add(text, other);
    await store.add(text);
    for (const name of [stream, 'structure-b', 'structure-c']) await cache.load(name);
    expect(store.reads).toEqual([0, 0, 0]);
    for (const name of [stream, 'structure-b', 'structure-c']) await cache.load(name);
    expect(store.reads.slice(3)).toEqual([1, 1, 1]);
    await store.add(text);
    await cache.load(stream);
    // The one that was used the longest ago made room.
    await cache.load('structure-c');
    await cache.load('structure-b');
    expect(store.reads.slice(6)).toEqual([1, 1, 0]);
  });

  it('keeps a state from a given length of its stream on, and lets loads share a read before that', async () => {
    const store = await storeWithGate();
    const cache = createStateCache(store, names, { keptFrom: 2 });
    await store.add('one');
    const [first, second] = await Promise.all([cache.load(stream), cache.load(stream)]);
    expect([first?.state, second?.state]).toEqual([['one'], ['one']]);
    await store.add('two');
    await cache.load(stream);
    await cache.load(stream);
    expect(store.reads).toEqual([0, 0, 2]);
  });
});

it('the command of an event is read from its metadata, whatever else is in them', () => {
  expect(commandOf({ metadata: { commandId: 'c' } })).toBe('c');
  for (const metadata of [null, undefined, {}, { commandId: 7 }]) expect(commandOf({ metadata })).toBe('');
});
