import { describe, expect, it, vi } from 'vitest';
import type { Stream } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import { type EventStore, EventStoreUnavailable, START } from '../event-store/event-store.port.ts';
import { newId } from '../ids.ts';
import type { CommandContext, Decider } from './command.ts';
import { createCommandDeps, mapOutcome } from './command-handler.ts';

type Named = DomainEvent<'GoalAdded'>;

/** The names added so far; adding one again does nothing, an empty one is rejected. */
const names: Decider<readonly string[], string, Named> = {
  fold: { empty: () => [], on: { GoalAdded: (state, { data }) => [...state, data.goal.name] } },
  decide: (name, state) => {
    if (name === '') return rejected('incompleteFields');
    if (state.includes(name)) return accepted([]);
    const goal = { name, hourlySales: 1, hourlyDecisions: 0 };
    return accepted([{ type: 'GoalAdded', data: { goalId: name, entryDate: '2026-11-20', goal } }]);
  },
  outcome: (state) => state,
};

const stream = 'structure-acme' as Stream<Named>;
function context(commandId = newId()): CommandContext {
  const now = '2026-11-20T12:00:00.000Z';
  return { companyId: 'acme', actorId: 'ada', commandId, correlationId: 'run', origin: 'api', now };
}

describe('handling a command', () => {
  it('appends the decided events, with the envelope of their context', async () => {
    const store = createMemoryEventStore();
    const { handle } = createCommandDeps(store);
    const ctx = context();
    expect(await handle(ctx, stream, names, 'one')).toEqual({ ok: true, position: 1, value: ['one'] });
    const [event] = await store.read(stream);
    expect(event?.metadata).toEqual({
      companyId: 'acme',
      actorId: 'ada',
      commandId: ctx.commandId,
      correlationId: 'run',
      at: ctx.now,
      origin: 'api',
    });
  });

  it('returns a rejection and writes nothing', async () => {
    const store = createMemoryEventStore();
    const { handle } = createCommandDeps(store);
    expect(await handle(context(), stream, names, '')).toEqual({ ok: false, code: 'incompleteFields' });
    expect(await store.head()).toBe(START);
  });

  it('without any change answers with the position of the current state', async () => {
    const { handle } = createCommandDeps(createMemoryEventStore());
    await handle(context(), stream, names, 'one');
    expect(await handle(context(), stream, names, 'one')).toEqual({ ok: true, position: 1, value: ['one'] });
  });

  it('again gives the first answer, whatever was written since', async () => {
    const { handle } = createCommandDeps(createMemoryEventStore());
    const ctx = context();
    const first = await handle(ctx, stream, names, 'one');
    for (let at = 0; at < 40; at += 1) await handle(context(), stream, names, `later ${at}`);
    expect(await handle(ctx, stream, names, 'one')).toEqual(first);
    expect(await handle(ctx, stream, names, 'another')).toEqual(first);
  });

  it('sees events of other writers in a long stream that it has read before', async () => {
    const store = createMemoryEventStore();
    const [one, other] = [createCommandDeps(store).handle, createCommandDeps({ ...store }).handle];
    for (let at = 0; at < 50; at += 1) await one(context(), stream, names, `${at}`);
    await other(context(), stream, names, 'theirs');
    const seen = await one(context(), stream, names, 'ours');
    expect(seen).toMatchObject({ ok: true, position: 52 });
    const all = [...Array.from({ length: 50 }, (_, at) => `${at}`), 'theirs', 'ours'];
    expect(seen.ok && seen.value).toEqual(all);
  });

  it('decides again after another writer was first, and gives up in the end', async () => {
    const store = createMemoryEventStore();
    let conflicts = 3;
    let appends = 0;
    const contested: EventStore = {
      ...store,
      append: async (...args) => {
        appends += 1;
        conflicts -= 1;
        return conflicts >= 0 ? { outcome: 'conflict', actual: 7 } : store.append(...args);
      },
    };
    expect(await createCommandDeps(contested).handle(context(), stream, names, 'one')).toMatchObject({
      ok: true,
    });
    expect(appends).toBe(4);
    conflicts = Number.POSITIVE_INFINITY;
    appends = 0;
    expect(await createCommandDeps(contested).handle(context(), stream, names, 'two')).toEqual({
      ok: false,
      code: 'conflict',
    });
    expect(appends).toBe(200);
  });

  it('reads the whole of a short stream, and only what is new in one of 32 events or more', async () => {
    const store = createMemoryEventStore();
    const read = vi.fn(store.read);
    const { handle } = createCommandDeps({ ...store, read });
    for (let at = 0; at < 34; at += 1) await handle(context(), stream, names, `${at}`);
    const from = read.mock.calls.map(([, options]) => options?.from);
    expect(from.slice(0, 33)).toEqual(Array.from({ length: 33 }, () => 0));
    expect(from[33]).toBe(33);
  });

  it('runs a command whose id looks like a former one', async () => {
    const store = createMemoryEventStore();
    const { handle } = createCommandDeps(store);
    await handle(context('00000000-0000-4000-8000-000000000001'), stream, names, 'one');
    const alike = context('11111111-1111-4111-8111-000000000001');
    expect(await handle(alike, stream, names, 'two')).toMatchObject({ position: 2, value: ['one', 'two'] });
  });

  it('goes on after a command of several events without reading them', async () => {
    const store = createMemoryEventStore();
    const read = vi.fn(store.read);
    const { handle } = createCommandDeps({ ...store, read });
    const goalOf = (name: string): Named => {
      const goal = { name, hourlySales: 1, hourlyDecisions: 0 };
      return { type: 'GoalAdded', data: { goalId: name, entryDate: '2026-11-20', goal } };
    };
    const pairs = { ...names, decide: (name: string) => accepted([goalOf(name), goalOf(`${name}!`)]) };
    for (let at = 0; at < 20; at += 1) await handle(context(), stream, pairs, `${at}`);
    const outcome = await handle(context(), stream, pairs, 'last');
    expect(outcome.ok && outcome.value.slice(-4)).toEqual(['19', '19!', 'last', 'last!']);
    const froms = read.mock.calls.map(([, options]) => options?.from);
    expect(froms.slice(-3)).toEqual([36, 38, 40]);
  });

  it('gives the outcome of its own event, also when a later one is read before the answer', async () => {
    const store = createMemoryEventStore();
    const others = createCommandDeps({ ...store });
    let meanwhile = async () => {};
    const deps = createCommandDeps({
      ...store,
      append: async (...args) => {
        const appended = await store.append(...args);
        await meanwhile();
        return appended;
      },
    });
    for (let at = 0; at < 40; at += 1) await deps.handle(context(), stream, names, `${at}`);
    meanwhile = async () => {
      meanwhile = async () => {};
      await others.handle(context(), stream, names, 'theirs');
      expect(await deps.stateOf(stream, names.fold)).toContain('theirs');
    };
    const outcome = await deps.handle(context(), stream, names, 'ours');
    expect(outcome.ok && outcome.value.slice(-2)).toEqual(['39', 'ours']);
    expect(await deps.stateOf(stream, names.fold)).toHaveLength(42);
  });

  it('prepares a command anew for each try, and reads the stream for each', async () => {
    const store = createMemoryEventStore();
    let conflicts = 1;
    const { handlePrepared } = createCommandDeps({
      ...store,
      append: async (...args) => {
        conflicts -= 1;
        return conflicts >= 0 ? { outcome: 'conflict', actual: 7 } : store.append(...args);
      },
    });
    const tries: number[] = [];
    const prepare = (nth: number) => {
      tries.push(nth);
      return { command: `try ${nth}` };
    };
    const prepared = await handlePrepared(context(), stream, names, prepare);
    expect([tries, prepared]).toEqual([[0, 1], { ok: true, position: 1, value: ['try 1'] }]);
    await handlePrepared(context(), stream, names, prepare);
    expect(tries).toEqual([0, 1, 0]);
  });

  it('without any event answers with the position before the first one', async () => {
    const { handle } = createCommandDeps(createMemoryEventStore());
    const idle = { ...names, decide: () => accepted([]) };
    expect(await handle(context(), stream, idle, 'one')).toEqual({ ok: true, position: START, value: [] });
  });

  it('calls the check with the events right before the append, and writes nothing when it rejects', async () => {
    const store = createMemoryEventStore();
    const { handle } = createCommandDeps(store);
    const asked: string[] = [];
    const unless = (taken: string) => async (facts: readonly Named[]) => {
      asked.push(...facts.map(({ data }) => data.goal.name));
      return facts.some(({ data }) => data.goal.name === taken) ? rejected('emailTaken') : accepted();
    };
    expect(await handle(context(), stream, names, 'one', unless('one'))).toEqual({
      ok: false,
      code: 'emailTaken',
    });
    expect(await store.head()).toBe(START);
    const ctx = context();
    expect(await handle(ctx, stream, names, 'one', unless('two'))).toMatchObject({ ok: true });
    expect(asked).toEqual(['one', 'one']);
    // A repetition, a command without changes, or a rejected one: no events, no check.
    await handle(ctx, stream, names, 'one', unless('one'));
    await handle(context(), stream, names, 'one', unless('one'));
    await handle(context(), stream, names, '', unless('one'));
    expect(asked).toEqual(['one', 'one']);
  });

  it('reports an outage, and the next command succeeds', async () => {
    const store = createMemoryEventStore();
    const server: Pick<EventStore, 'append'> = { append: store.append };
    const { handle } = createCommandDeps({ ...store, append: (...args) => server.append(...args) });
    server.append = () => Promise.reject(new EventStoreUnavailable('away'));
    const [one, two] = [context(), context()];
    const both = [handle(one, stream, names, 'one'), handle(two, stream, names, 'two')];
    for (const outcome of await Promise.allSettled(both)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EventStoreUnavailable' } });
    }
    server.append = store.append;
    expect(await handle(one, stream, names, 'one')).toMatchObject({ ok: true, value: ['one'] });
  });
});

it('an outcome is shown as another value, and a rejection stays', () => {
  const outcome = { ok: true, position: 3, value: ['one'] } as const;
  const count = (value: readonly string[]) => value.length;
  expect(mapOutcome(outcome, count)).toEqual({ ok: true, position: 3, value: 1 });
  expect(mapOutcome(rejected('conflict'), count)).toEqual(rejected('conflict'));
});

describe('handling a command on a new stream', () => {
  const other = 'structure-other' as Stream<Named>;
  const prepared = (name: string) => ({ command: name });

  it('appends without reading the stream', async () => {
    const store = createMemoryEventStore();
    const read = vi.fn(store.read);
    const { handleNew } = createCommandDeps({ ...store, read });
    expect(await handleNew(context(), stream, names, () => prepared('one'))).toMatchObject({
      ok: true,
      position: 1,
    });
    expect(read).not.toHaveBeenCalled();
  });

  it('reads the stream when it exists, or when the command was rejected', async () => {
    const { handle, handleNew } = createCommandDeps(createMemoryEventStore());
    await handle(context(), stream, names, 'one');
    expect(await handleNew(context(), stream, names, () => prepared('two'))).toEqual({
      ok: true,
      position: 2,
      value: ['one', 'two'],
    });
    expect(await handleNew(context(), stream, names, () => prepared(''))).toEqual(
      rejected('incompleteFields'),
    );
  });

  it('repeated has the same outcome, also when it would be rejected now', async () => {
    const { handleNew } = createCommandDeps(createMemoryEventStore());
    const ctx = context();
    const first = await handleNew(ctx, stream, names, () => prepared('one'));
    expect(await handleNew(ctx, stream, names, () => prepared('one'))).toEqual(first);
    expect(await handleNew(ctx, stream, names, () => prepared(''))).toEqual(first);
    expect(await handleNew(ctx, stream, names, () => prepared('another'))).toEqual(first);
  });

  it('is prepared again until the condition of its append holds', async () => {
    const { handle, handleNew, store } = createCommandDeps(createMemoryEventStore());
    await handle(context(), other, names, 'one');
    await handle(context(), other, names, 'two');
    const outcome = await handleNew(context(), stream, names, (tries) => ({
      command: `try ${tries}`,
      condition: { stream: other, revision: Math.max(0, tries - 1) },
    }));
    expect(outcome).toMatchObject({ ok: true, value: ['try 2'] });
    expect(await store.read(stream)).toHaveLength(1);
  });
});
