import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { CommandOutcome, Decision } from './command.ts';

/** Facts to be written; none when the command asks for what is so already. */
export function accept<Event extends DomainEvent>(...events: readonly Event[]): Decision<Event> {
  return { ok: true, events };
}

export function refuse(code: MessageCode): { readonly ok: false; readonly refusal: MessageCode } {
  return { ok: false, refusal: code };
}

/** Whether an edit says what is so already. Facts are flat: a field is a text, a number or null. */
export function isSame<Facts extends object>(before: Facts, after: Facts): boolean {
  return (Object.keys(after) as (keyof Facts)[]).every((field) => before[field] === after[field]);
}

/** The same outcome with another value; a refusal stays what it is. */
export function mapOutcome<From, To>(
  outcome: CommandOutcome<From>,
  change: (value: From) => To,
): CommandOutcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
