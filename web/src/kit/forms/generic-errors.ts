import type { MessageCode } from '#contracts/messages.ts';

/** Errors that say nothing about the draft. */
const GENERIC: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'internalServerError',
  'unavailable',
  'malformed',
]);

/** For `failure` of a form: shows `failure` after an error that does not explain itself. */
export function failureIfGeneric(failure: MessageCode): (error: MessageCode) => MessageCode | null {
  return (error) => (GENERIC.has(error) ? failure : null);
}
