import type { Static, TSchema } from 'typebox';
import type { MessageCode } from '../messages.ts';
import type { RouteName, RouteNameOf } from './access-table.ts';

/**
 * An endpoint, declared once as a value and used by the server, the browser and the OpenAPI page. Its row in the
 * access table holds the rights.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces: `/sales/getsales/{date}`. */
  readonly path: `/${string}`;
  /** Other spellings that clients use, with the same parameters. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  readonly tag: string;
  /** A write whose reply comes from the read models: like a GET it waits for the caller's earlier writes. */
  readonly waitsLikeRead?: true;
  /** Acts on the session itself: the same Idempotency-Key in another session is another request. */
  readonly actsOnSession?: true;
  /** The reply holds a secret and is not stored for a retry; the handler gives a retry the same answer. */
  readonly secretReply?: true;
  /** The session has to have proven within five minutes whose it is, else the answer is `confirmIdentity`. */
  readonly needsIdentity?: true;
  /** Takes `?as-of=` (see as-of.ts) and answers with the state of that moment; rights are those of today. */
  readonly asOf?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Sent form-encoded or as JSON; unknown fields have no effect. */
  readonly body?: TSchema;
  /** The body may also be a file of this media type and size, as it is. */
  readonly file?: { readonly type: string; readonly maxBytes: number };
  readonly reply: TSchema;
  /** The reply is a file of one of these media types, streamed; `reply` describes its text. */
  readonly files?: readonly string[];
  /** The refusal for a body, query or params that do not fit their schema. */
  readonly onInvalidInput: MessageCode;
  /** Refusals of its own rules, for the API documentation; common refusals are not listed. */
  readonly refusals?: readonly MessageCode[];
};

/** The compiler shows this for an endpoint without a row in the access table. */
type HasRow<Declared extends Endpoint> =
  RouteNameOf<Declared> extends RouteName ? unknown : { readonly path: 'has no row in the access table' };

export function endpoint<const Declared extends Endpoint>(declared: Declared & HasRow<Declared>): Declared {
  return declared;
}

/** The path of an endpoint, then its other spellings. */
export function pathsOf({ path, aliases = [] }: Endpoint): readonly string[] {
  return [path, ...aliases];
}

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E[Key] extends TSchema
  ? Static<E[Key]>
  : undefined;

export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type ReplyOf<E extends Endpoint> = Static<E['reply']>;
