import type { Answer } from './call.ts';

/** Whose key it is and what it was sent with; the same key of another employee is another key. */
export type KeyedRequest = {
  readonly companyId: string;
  readonly employeeId: string;
  /** As the client sent it, 1 to 255 visible ASCII characters; after the session's id where that is acted on. */
  readonly key: string;
  /** Method and path, `POST /api/sales/addsale`. */
  readonly request: string;
  /** SHA-256 of the body, base64url. */
  readonly bodyHash: string;
};

export type Claim =
  /** Carry it out: nobody did, or somebody began and left no answer (the command id keeps it one command). */
  | { readonly kind: 'execute' }
  | { readonly kind: 'replay'; readonly answer: Answer<unknown> }
  /** The key was used for a different request. */
  | { readonly kind: 'reused' };

/** Remembers what was answered to a keyed write, so that its repetition gets the same answer. */
export interface IdempotencyKeys {
  claim(request: KeyedRequest): Promise<Claim>;
  /** The first answer stays; a later one of the same key changes nothing. */
  keep(request: KeyedRequest, answer: Answer<unknown>): Promise<void>;
  /** Forgets keys first seen before that instant; returns how many. */
  forget(before: Date): Promise<number>;
}
