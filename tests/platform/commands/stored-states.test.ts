import { expect, it, vi } from 'vitest';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { newEvents } from '#platform/commands/command-handler.ts';
import type { Fold } from '#platform/commands/fold.ts';
import { createStateCache } from '#platform/commands/state-cache.ts';
import { createStoredStates } from '#platform/commands/stored-states.postgres.ts';
import { createMemoryEventStore } from '#platform/event-store/event-store.memory.ts';
import { newId } from '#platform/ids.ts';
import { contextOf } from '#tests/support/command-world.ts';
import { databaseWorld } from '#tests/support/servers/test-database.ts';

const database = databaseWorld();

const names: Fold<Map<string, string>, 'GoalAdded'> = {
  empty: () => new Map(),
  stored: { name: 'names', version: 1 },
  on: { GoalAdded: (byId, { data }) => void byId.set(data.goalId, data.goal.name) },
};

/** A company with so many goals; each comes from a command of its own. */
async function company(goals: number, id = newId()) {
  const store = createMemoryEventStore();
  const stream = streams.organization(id);
  const commands = Array.from({ length: goals }, () => newId());
  const goal = (name: string): GoalFacts => ({ name, hourlySales: 1, hourlyDecisions: 0 });
  for (const [nth, commandId] of commands.entries()) {
    const data = { goalId: `g${nth}`, entryDate: '2026-11-20', goal: goal(`goal ${nth}`) };
    await store.append(stream, newEvents(contextOf(id, { commandId }), [{ type: 'GoalAdded', data }]), 'any');
  }
  const read = vi.fn(store.read);
  /** A process that has just started. */
  const load = (fold = names) => {
    const states = createStoredStates(database.pool);
    return createStateCache({ read }, fold, { states, knowsCommands: true }).load(stream);
  };
  const froms = () => read.mock.calls.splice(0).map(([, options]) => options?.from ?? 0);
  return { stream, commands, load, froms };
}

const stored = async (stream: string) => {
  const { rows } = await database.pool.query<{ version: number; revision: number }>(
    'SELECT version, revision FROM stream_states WHERE stream = $1',
    [stream],
  );
  return rows;
};

it('a process begins a long stream with what another one has stored, and knows the commands', async () => {
  const { stream, commands, load, froms } = await company(500);
  await load();
  await expect.poll(() => stored(stream)).toEqual([{ version: 1, revision: 499 }]);
  expect(froms()).toEqual([0]);
  const folded = await load();
  expect(froms()).toEqual([499]);
  expect([folded.revision, folded.position, folded.state.size]).toEqual([499, 500, 500]);
  expect(commands.every((id) => folded.mayHave(id))).toBe(true);
  expect(folded.mayHave(newId())).toBe(false);
});

it('a state of another log is folded anew, and replaced', async () => {
  const id = newId();
  const lost = await company(600, id);
  await lost.load();
  await expect.poll(() => stored(lost.stream)).toEqual([{ version: 1, revision: 599 }]);
  const { stream, load, froms } = await company(550, id);
  expect((await load()).revision).toBe(549);
  expect(froms()).toEqual([599, 0]);
  await expect.poll(() => stored(stream)).toEqual([{ version: 1, revision: 549 }]);
});

it('a state of another version of the fold is folded anew, and replaced', async () => {
  const { stream, load, froms } = await company(500);
  await load();
  await expect.poll(() => stored(stream)).toEqual([{ version: 1, revision: 499 }]);
  froms();
  const next = { ...names, stored: { name: 'names', version: 2 } };
  await load(next);
  expect(froms()).toEqual([0]);
  await expect.poll(() => stored(stream)).toEqual([{ version: 2, revision: 499 }]);
});
