import { describe, expect, it, vi } from 'vitest';
import type { Stream } from '#contracts/events/streams.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import { type EventStore, EventStoreUnavailable, START } from '../event-store/event-store.port.ts';
import { createCommandDeps, mapOutcome } from './command-handler.ts';
import { context, type Named, names, stream } from './names.fixture.ts';

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
