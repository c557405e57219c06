import { START } from '../event-store/event-store.port.ts';
import type { Answer } from './call.ts';

/** A key with its employee and request; the same key of another employee is another key. */
export type KeyedRequest = {
  readonly companyId: string;
  readonly employeeId: string;
  /** As sent, 1 to 255 visible ASCII characters; with the session id before it where the call acts on the session. */
  readonly key: string;
  /** Method and path, `POST /api/sales/addsale`. */
  readonly request: string;
  /** SHA-256 of the body, base64url. */
  readonly bodyHash: string;
};

export type Claim =
  /** Not executed yet, or begun without a stored answer; the same command id makes one command of both. */
  | { readonly kind: 'execute' }
  | { readonly kind: 'replay'; readonly answer: Answer<unknown> }
  /** The key was used for a different request. */
  | { readonly kind: 'reused' };

/** True for the answer to a command that has written events: the event store knows the command again. */
export function hasEvents(answer: Answer<unknown>): boolean {
  return answer.ok && answer.position !== undefined && answer.position > START;
}

/** Stores the answers to writes with a key, so that a repeated request gets the same answer. */
export interface IdempotencyKeys {
  claim(request: KeyedRequest): Promise<Claim>;
  /**
   * The first answer of a key stays; a later one changes nothing. A claim in the same process knows it at once; it is
   * durable when the promise resolves, unless the answer has events.
   */
  keep(request: KeyedRequest, answer: Answer<unknown>): Promise<void>;
  /** Deletes keys first seen before that instant; returns how many. */
  forget(before: Date): Promise<number>;
}
