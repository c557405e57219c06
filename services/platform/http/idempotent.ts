import { hash } from 'node:crypto';
import type { Log } from '../log.ts';
import type { Answer } from './call.ts';
import type { IdempotencyKeys, KeyedRequest } from './idempotency-keys.port.ts';
import { isPassing } from './refusal-status.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Reads the Idempotency-Key header: undefined when there is none, null when it is none that we take. */
export function readKey(header: string | string[] | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return typeof header === 'string' && KEY.test(header) ? header : null;
}

/** A fast digest of what holds a password would be something to guess the password by. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirmPassword', 'newPassword']);

/**
 * The digest a repetition is compared by; bodies that parse to the same fields in the same order are equal,
 * whatever passwords they hold.
 */
export function bodyHash(body: unknown): string {
  const open = (field: string, value: unknown) => (SECRETS.has(field) ? undefined : value);
  return hash('sha256', JSON.stringify(body ?? null, open), 'base64url');
}

/**
 * Runs a keyed write once: its repetition gets the stored answer, the same key with another request is
 * refused. Refusals that may pass (a conflict, an outage) are not stored, so a retry is a real one.
 */
export async function idempotently<Reply>(
  deps: { keys: IdempotencyKeys; log: Log },
  request: KeyedRequest,
  execute: () => Answer<Reply> | Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  const claim = await deps.keys.claim(request);
  if (claim.kind === 'reused') return { ok: false, refusal: 'idempotencyKeyReused' };
  if (claim.kind === 'replay') return claim.answer as Answer<Reply>;
  const answer = await execute();
  if (answer.ok || !isPassing(answer.refusal)) {
    try {
      await deps.keys.keep(request, answer);
    } catch (error) {
      // What was asked for is done. Without the stored answer a retry runs again under the same command id.
      deps.log.warn({ err: error, key: request.key }, 'the answer to a keyed write was not stored');
    }
  }
  return answer;
}
