import { expect } from 'vitest';
import type { DomainEvent, EventType, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Decider } from '#platform/commands/command.ts';
import { type Fold, foldEvents } from '#platform/commands/fold.ts';

/**
 * Business rules as sentences: given these events, when this command comes, then these events follow, or nothing
 * changes, or the command is rejected. The decider must not change the state it gets.
 */
export function specify<State, Command, Event extends DomainEvent, Outcome>(
  decider: Decider<State, Command, Event, Outcome>,
) {
  return (...given: readonly Event[]) => ({
    when(command: Command) {
      const state = foldEvents(decider.fold, recorded(given));
      const before = structuredClone(state);
      const decision = decider.decide(command, state);
      expect(state, 'decide must not edit the state').toEqual(before);
      return {
        thenFollows: (...events: readonly Event[]) => isDecided(decision, accepted(events)),
        thenNothing: () => isDecided(decision, accepted([])),
        thenRejected: (code: MessageCode) => isDecided(decision, rejected(code)),
        /** The decided events, for further checks; fails when the command was rejected. */
        facts: (): readonly Event[] => {
          if (!decision.ok) throw new Error(`refused: ${decision.code}`);
          return decision.value;
        },
      };
    },
  });
}

/** What these events leave behind. */
export function stateAfter<State, Type extends EventType>(
  { fold }: { readonly fold: Fold<State, Type> },
  ...events: readonly DomainEvent<Type>[]
): State {
  return foldEvents(fold, recorded(events as readonly DomainEvent[]));
}

const recorded = (events: readonly DomainEvent[]) =>
  events.map((event) => ({
    metadata: { at: '2026-11-20T12:00:00.000Z' },
    ...event,
  })) as readonly DomainEvent[] as readonly StoredEvent[];

type Decision = Result<readonly DomainEvent[]>;

function isDecided(seen: Decision, expected: Decision): void {
  expect(seen, `expected ${inWords(expected)}, saw ${inWords(seen)}`).toEqual(expected);
}

function inWords(decision: Decision): string {
  if (!decision.ok) return `the rejection ${decision.code}`;
  const events = decision.value.map(({ type, data }) => `${type} ${JSON.stringify(data)}`);
  return events.join(', ') || 'no event';
}
