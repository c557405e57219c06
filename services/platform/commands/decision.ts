import type { CommandOutcome } from './command.ts';

/** True when an edit changes nothing. Facts are flat: a field is a text, a number or null. */
export function isSame<Facts extends object>(before: Facts, after: Facts): boolean {
  return (Object.keys(after) as (keyof Facts)[]).every((field) => before[field] === after[field]);
}

/** The same outcome with another value; a rejection stays as it is. */
export function mapOutcome<From, To>(
  outcome: CommandOutcome<From>,
  change: (value: From) => To,
): CommandOutcome<To> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
