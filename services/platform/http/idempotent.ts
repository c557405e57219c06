import { hash } from 'node:crypto';
import { rejected } from '#contracts/result.ts';
import type { Log } from '../log.ts';
import type { Answer } from './call.ts';
import type { IdempotencyKeys, KeyedRequest } from './idempotency-keys.port.ts';
import { isTemporaryRejection } from './status.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Reads the Idempotency-Key header: undefined when it is absent, null when it is invalid. */
export function readKey(header: string | string[] | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return typeof header === 'string' && KEY.test(header) ? header : null;
}

/** Left out of the digest: a fast digest of a password can be used to guess it. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirmPassword', 'newPassword']);

/**
 * The digest by which a repeated request is compared. Bodies with the same fields in the same order are equal,
 * whatever passwords they contain.
 */
export function bodyHash(body: unknown): string {
  const open = (field: string, value: unknown) => (SECRETS.has(field) ? undefined : value);
  return hash('sha256', JSON.stringify(body ?? null, open), 'base64url');
}

/**
 * Runs a write with a key once: a repeated request gets the stored answer, and the same key with another request
 * is rejected. Temporary rejections (a conflict, an outage) are not stored, so that a retry runs again.
 */
export async function idempotently<Reply>(
  deps: { keys: IdempotencyKeys; log: Log },
  request: KeyedRequest,
  execute: () => Answer<Reply> | Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  const claim = await deps.keys.claim(request);
  if (claim.kind === 'reused') return rejected('idempotencyKeyReused');
  if (claim.kind === 'replay') return claim.answer as Answer<Reply>;
  const answer = await execute();
  if (answer.ok || !isTemporaryRejection(answer.code)) {
    try {
      await deps.keys.keep(request, answer);
    } catch (error) {
      // The write is done. Without a stored answer a retry runs again, with the same command id.
      deps.log.warn({ err: error, key: request.key }, 'the answer to a keyed write was not stored');
    }
  }
  return answer;
}
