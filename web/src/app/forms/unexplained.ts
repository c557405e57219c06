import type { MessageCode } from '#contracts/messages.ts';

/** Refusals that say nothing of what was typed. */
const UNEXPLAINED: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'internalServerError',
  'unavailable',
  'malformed',
]);

/** For `failure` of a form: its words where the refusal itself does not say what to do. */
export function whereUnexplained(failure: MessageCode): (error: MessageCode) => MessageCode | null {
  return (error) => (UNEXPLAINED.has(error) ? failure : null);
}
