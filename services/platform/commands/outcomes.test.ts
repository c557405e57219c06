import { describe, expect, it, vi } from 'vitest';
import { accepted } from '#contracts/result.ts';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import { createCommandDeps } from './command-handler.ts';
import { context, type Named, names, stream } from './names.fixture.ts';

describe('a command', () => {
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

  it('gives other ids to events that were decided on another condition, and the same to a repetition', async () => {
    const ids: (string | undefined)[] = [];
    const { handlePrepared } = createCommandDeps({
      ...createMemoryEventStore(),
      append: async (_stream, [event]) => {
        ids.push(event?.id);
        return { outcome: 'conflict', actual: 0 };
      },
    });
    const revisions = [4, 4, 5];
    const given = context();
    await handlePrepared(given, stream, names, (nth) => ({
      command: 'ours',
      condition: { stream: 'terms', revision: revisions[nth] ?? 5 },
    }));
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(new Set(ids).size).toBe(2);
  });
});
