import { expect } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { Decider } from '#platform/commands/command.ts';

/**
 * Business rules as sentences: given these events, when this command comes, then these events follow, or nothing
 * changes, or the command is rejected. The decider must not change the state it gets.
 */
export function specify<State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) {
  return (...given: readonly Event[]) => ({
    when(command: Command) {
      const state = given.reduce(decider.evolve, decider.initial);
      const before = structuredClone(state);
      const decision = decider.decide(command, state);
      expect(state, 'decide must not edit the state').toEqual(before);
      return {
        thenFollows: (...events: readonly Event[]) => expect(decision).toEqual(accepted(events)),
        thenNothing: () => expect(decision).toEqual(accepted([])),
        thenRejected: (code: MessageCode) => expect(decision).toEqual(rejected(code)),
        /** The decided events, for further checks; fails when the command was rejected. */
        facts: (): readonly Event[] => {
          if (!decision.ok) throw new Error(`refused: ${decision.code}`);
          return decision.value;
        },
      };
    },
  });
}
