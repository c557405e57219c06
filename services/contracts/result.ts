import type { MessageCode } from './messages.ts';

/**
 * What an operation came to: a value, or a code that says why it was rejected. Only what is expected to happen is
 * a rejection; bugs and outages are thrown.
 */
export type Result<Value = undefined, Code extends string = MessageCode> = Accepted<Value> | Rejected<Code>;

export type Accepted<Value> = { readonly ok: true; readonly value: Value };

/** The wording of a MessageCode is in messages.ts, its HTTP status in platform/http/respond.ts. */
export type Rejected<Code extends string = MessageCode> = { readonly ok: false; readonly code: Code };

export function accepted(): Accepted<undefined>;
export function accepted<Value>(value: Value): Accepted<Value>;
export function accepted(value?: unknown): Accepted<unknown> {
  return { ok: true, value };
}

export function rejected<Code extends string>(code: Code): Rejected<Code> {
  return { ok: false, code };
}
