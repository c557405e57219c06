import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import { type EventStore, EventStoreUnavailable, START } from '../event-store/event-store.port.ts';
import { newId } from '../ids.ts';
import type { CommandContext, Decider } from './command.ts';
import { createCommandHandler } from './command-handler.ts';
import { accept, refuse } from './decision.ts';

type Named = DomainEvent<'GoalAdded'>;

/** The names that were ever added; the same name again is nothing, an empty one is refused. */
const names: Decider<readonly string[], string, Named> = {
  initial: [],
  evolve: (state, event) => [...state, event.data.goal.name],
  decide: (name, state) => {
    if (name === '') return refuse('incompleteFields');
    if (state.includes(name)) return accept();
    const goal = { name, hourlySales: 1, hourlyDecisions: 0 };
    return accept({ type: 'GoalAdded', data: { goalId: name, entryDate: '2026-11-20', goal } });
  },
};

const stream = 'structure-acme';
function context(commandId = newId()): CommandContext {
  const now = '2026-11-20T12:00:00.000Z';
  return { companyId: 'acme', actorId: 'ada', commandId, correlationId: 'run', origin: 'api', now };
}

describe('handling a command', () => {
  it('appends what was decided, with the envelope of its context', async () => {
    const store = createMemoryEventStore();
    const handle = createCommandHandler(store);
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

  it('hands a refusal on and writes nothing', async () => {
    const store = createMemoryEventStore();
    const handle = createCommandHandler(store);
    expect(await handle(context(), stream, names, '')).toEqual({ ok: false, refusal: 'incompleteFields' });
    expect(await store.head()).toBe(START);
  });

  it('of what is so already answers with the position at which it is to be seen', async () => {
    const handle = createCommandHandler(createMemoryEventStore());
    await handle(context(), stream, names, 'one');
    expect(await handle(context(), stream, names, 'one')).toEqual({ ok: true, position: 1, value: ['one'] });
  });

  it('again answers as it did, whatever came since', async () => {
    const handle = createCommandHandler(createMemoryEventStore());
    const ctx = context();
    const first = await handle(ctx, stream, names, 'one');
    for (let at = 0; at < 40; at += 1) await handle(context(), stream, names, `later ${at}`);
    expect(await handle(ctx, stream, names, 'one')).toEqual(first);
    expect(await handle(ctx, stream, names, 'another')).toEqual(first);
  });

  it('sees what others wrote to a long stream that it has read before', async () => {
    const store = createMemoryEventStore();
    const [one, other] = [createCommandHandler(store), createCommandHandler({ ...store })];
    for (let at = 0; at < 50; at += 1) await one(context(), stream, names, `${at}`);
    await other(context(), stream, names, 'theirs');
    const seen = await one(context(), stream, names, 'ours');
    expect(seen).toMatchObject({ ok: true, position: 52 });
    expect(seen.ok && seen.value.slice(-2)).toEqual(['theirs', 'ours']);
  });

  it('is decided anew when somebody else wrote first, and gives up in the end', async () => {
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
    expect(await createCommandHandler(contested)(context(), stream, names, 'one')).toMatchObject({
      ok: true,
    });
    expect(appends).toBe(4);
    conflicts = Number.POSITIVE_INFINITY;
    expect(await createCommandHandler(contested)(context(), stream, names, 'two')).toEqual({
      ok: false,
      refusal: 'conflict',
    });
  });

  it('asks right before the append, with the facts, and writes nothing when that is refused', async () => {
    const store = createMemoryEventStore();
    const handle = createCommandHandler(store);
    const asked: string[] = [];
    const unless = (taken: string) => async (facts: readonly Named[]) => {
      asked.push(...facts.map(({ data }) => data.goal.name));
      return facts.some(({ data }) => data.goal.name === taken) ? ('emailTaken' as const) : null;
    };
    expect(await handle(context(), stream, names, 'one', unless('one'))).toEqual({
      ok: false,
      refusal: 'emailTaken',
    });
    expect(await store.head()).toBe(START);
    const ctx = context();
    expect(await handle(ctx, stream, names, 'one', unless('two'))).toMatchObject({ ok: true });
    expect(asked).toEqual(['one', 'one']);
    // A repetition, what is so already, and what is refused anyway: no facts, no question.
    await handle(ctx, stream, names, 'one', unless('one'));
    await handle(context(), stream, names, 'one', unless('one'));
    await handle(context(), stream, names, '', unless('one'));
    expect(asked).toEqual(['one', 'one']);
  });

  it('passes an outage on, and the next command goes through', async () => {
    const store = createMemoryEventStore();
    const server: Pick<EventStore, 'append'> = { append: store.append };
    const handle = createCommandHandler({ ...store, append: (...args) => server.append(...args) });
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
