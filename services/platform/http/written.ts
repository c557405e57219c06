import { type MessageCode, messages } from '#contracts/messages.ts';
import type { CommandOutcome } from '../commands/command.ts';
import type { Answer } from './call.ts';

/** The answer to an add or edit: a message and the new state as the API shows it. */
export function written<Value, Row>(
  outcome: CommandOutcome<Value>,
  message: MessageCode,
  show: (value: Value) => Row,
): Answer<{ message: string; requestedData: Row[] }> {
  if (!outcome.ok) return outcome;
  const { position, value } = outcome;
  return { ok: true, position, reply: { message: messages[message], requestedData: [show(value)] } };
}

/** The answer to a deletion. */
export function removed(outcome: CommandOutcome<unknown>, message: MessageCode): Answer<{ message: string }> {
  if (!outcome.ok) return outcome;
  return { ok: true, position: outcome.position, reply: { message: messages[message] } };
}
