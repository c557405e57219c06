import { serialize } from 'node:v8';
import { expect, it, vi } from 'vitest';
import { createMemoryEventStore } from '../event-store/event-store.memory.ts';
import type { NewEvent } from '../event-store/event-store.port.ts';
import { newId } from '../ids.ts';
import type { CommandContext } from './command.ts';
import { newEvents } from './command-handler.ts';
import type { Fold, StoredState } from './fold.ts';
import { createStateCache, type StoredStates } from './state-cache.ts';

const stream = 'structure-acme';
const names: Fold<string[], 'GoalAdded' | 'GoalDeleted'> = {
  empty: () => [],
  stored: { name: 'names', version: 1 },
  on: {
    GoalAdded: (state, { data }) => void state.push(data.goal.name),
    GoalDeleted: (state) => state,
  },
};

/** A stream, and what is stored of it. */
function world() {
  const store = createMemoryEventStore();
  const read = vi.fn(store.read);
  const saved: StoredState[] = [];
  const states: StoredStates = {
    load: vi.fn(async () => saved.at(-1) ?? null),
    save: vi.fn(async (_stream, _fold, state) => void saved.push(state)),
  };
  const commands: string[] = [];
  return {
    ...{ store, saved, states, commands },
    froms: () => read.mock.calls.splice(0).map(([, options]) => options?.from),
    /** A process that has just started. */
    start: (options = {}) => createStateCache({ read }, names, { states, knowsCommands: true, ...options }),
    async add(count: number, change: Partial<NewEvent> = {}) {
      for (let nth = 0; nth < count; nth += 1) {
        const commandId = newId();
        commands.push(commandId);
        const ids = { commandId, correlationId: commandId };
        const now = '2026-11-20T12:00:00.000Z';
        const ctx: CommandContext = { companyId: 'acme', actorId: null, ...ids, origin: 'api', now };
        const goal = { name: `${commands.length}`, hourlySales: 1, hourlyDecisions: 0 };
        const data = { goalId: commandId, entryDate: '2026-11-20', goal };
        const [event] = newEvents(ctx, [{ type: 'GoalAdded', data }]);
        await store.append(stream, [{ ...(event as NewEvent), ...change }], 'any');
      }
    },
  };
}

it.each([
  [64, 64],
  [500, 500],
])('a state is stored when %i events came to it, and again after %i more', async (events, more) => {
  const { add, start, saved } = world();
  const cache = start();
  await add(Math.min(events, 63));
  await cache.load(stream);
  expect(saved).toEqual([]);
  await add(events - Math.min(events, 63));
  await cache.load(stream);
  expect(saved.map(({ revision, position }) => [revision, position])).toEqual([[events - 1, events]]);
  await add(more - 1);
  await cache.load(stream);
  expect(saved).toHaveLength(1);
  await add(1);
  await cache.load(stream);
  expect(saved.map(({ revision }) => revision)).toEqual([events - 1, events + more - 1]);
});

it('the next process begins with it, and stores the next one of a long stream 500 events later', async () => {
  const { add, start, saved, froms, commands, store } = world();
  await add(510);
  await start().load(stream);
  await add(2);
  froms();
  const cache = start();
  const folded = await cache.load(stream);
  expect(froms()).toEqual([509]);
  expect([folded.revision, folded.position]).toEqual([511, 512]);
  expect(folded.state).toEqual(commands.map((_, at) => `${at + 1}`));
  expect([folded.mayHave(commands[0] as string), folded.mayHave(newId())]).toEqual([true, false]);
  await add(497);
  await cache.load(stream);
  expect(saved.map(({ revision }) => revision)).toEqual([509]);
  await add(1);
  await cache.load(stream);
  expect(saved.map(({ revision }) => revision)).toEqual([509, 1009]);
  expect(saved.at(-1)?.id).toBe((await store.read(stream, { from: 1009 }))[0]?.id);
});

it.each([
  ['is of another log', { id: newId() }, 499],
  ['is of a longer log', { revision: 777 }, 777],
  ['cannot be read', { bytes: serialize('x').subarray(0, 1) }, 499],
])('a stored state that %s is not taken', async (_what, change, asked) => {
  const { add, start, saved, froms } = world();
  await add(500);
  await start().load(stream);
  saved.push({ ...(saved.pop() as StoredState), ...change });
  froms();
  const folded = await start().load(stream);
  expect(froms()).toEqual([asked, 0]);
  expect([folded.revision, folded.state.length]).toEqual([499, 500]);
});

it('what is stored is asked for once', async () => {
  const { add, start, states } = world();
  const cache = start();
  await add(1);
  for (let load = 0; load < 3; load += 1) await cache.load(stream);
  expect(states.load).toHaveBeenCalledTimes(1);
});

it('where nothing can be stored or loaded, all events are read', async () => {
  const { add, start, states, froms } = world();
  await add(500);
  vi.mocked(states.load).mockRejectedValue(new Error('away'));
  vi.mocked(states.save).mockRejectedValue(new Error('away'));
  expect((await start().load(stream)).revision).toBe(499);
  expect((await start().load(stream)).revision).toBe(499);
  expect((await start({ states: undefined }).load(stream)).revision).toBe(499);
  expect(froms()).toEqual([0, 0, 0]);
});

it('a state with an event that this version cannot read is not stored: another version may read it', async () => {
  const { add, start, saved } = world();
  await add(500);
  await add(1, { type: 'GoalDeleted', version: 9 });
  const folded = await start().load(stream, ['GoalAdded']);
  expect([folded.revision, folded.state.length]).toEqual([500, 500]);
  expect(saved).toEqual([]);
});

it('own events are taken in at once, unless others come before them', async () => {
  const { add, start, store, froms } = world();
  await add(2);
  const cache = start();
  const folded = await cache.load(stream);
  await add(2);
  const [third, fourth] = await store.read(stream, { from: 2 });
  folded.add(fourth ? [fourth] : []);
  expect(folded.revision).toBe(1);
  folded.add(third ? [third] : []);
  folded.add(third ? [third] : []);
  folded.add([]);
  expect([folded.revision, folded.position, folded.state]).toEqual([2, 3, ['1', '2', '3']]);
  await cache.load(stream);
  expect(froms()).toEqual([0, 3]);
});
