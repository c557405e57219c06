import { expect } from 'vitest';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Decider } from '#platform/commands/command.ts';

/**
 * Business rules as sentences: given what happened, when somebody asks for this, then these facts follow, or
 * nothing changes, or it is refused. The state that was handed in must come out unedited.
 */
export function specify<State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) {
  return (...given: readonly Event[]) => ({
    when(command: Command) {
      const state = given.reduce(decider.evolve, decider.initial);
      const before = structuredClone(state);
      const decision = decider.decide(command, state);
      expect(state, 'decide must not edit the state').toEqual(before);
      return {
        thenFollows: (...events: readonly Event[]) => expect(decision).toEqual({ ok: true, events }),
        thenNothing: () => expect(decision).toEqual({ ok: true, events: [] }),
        thenRefused: (refusal: MessageCode) => expect(decision).toEqual({ ok: false, refusal }),
        /** The facts that follow, for a closer look; fails when it was refused. */
        facts: (): readonly Event[] => {
          if (!decision.ok) throw new Error(`refused: ${decision.refusal}`);
          return decision.events;
        },
      };
    },
  });
}
