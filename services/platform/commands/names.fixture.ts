import type { Stream } from '#contracts/events/streams.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { newId } from '../ids.ts';
import type { CommandContext, Decider } from './command.ts';

export type Named = DomainEvent<'GoalAdded'>;

/** The names added so far; adding one again does nothing, an empty one is rejected. */
export const names: Decider<readonly string[], string, Named> = {
  fold: { empty: () => [], on: { GoalAdded: (state, { data }) => [...state, data.goal.name] } },
  decide: (name, state) => {
    if (name === '') return rejected('incompleteFields');
    if (state.includes(name)) return accepted([]);
    const goal = { name, hourlySales: 1, hourlyDecisions: 0 };
    return accepted([{ type: 'GoalAdded', data: { goalId: name, entryDate: '2026-11-20', goal } }]);
  },
  outcome: (state) => state,
};

export const stream = 'structure-acme' as Stream<Named>;
export function context(commandId = newId()): CommandContext {
  const now = '2026-11-20T12:00:00.000Z';
  return { companyId: 'acme', actorId: 'ada', commandId, correlationId: 'run', origin: 'api', now };
}
