import type { Static, TSchema } from 'typebox';
import type { MessageCode } from '../messages.ts';
import type { RouteName, RouteNameOf } from './access-table.ts';

/**
 * An endpoint, declared once as a value and used by the server, the browser and the OpenAPI page. Who may call
 * it is said by its row in the access table.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces: `/sales/getsales/{date}`. */
  readonly path: `/${string}`;
  /** Other spellings that clients use, with the same parameters. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  readonly tag: string;
  /** A write whose reply comes from the read models: like a GET it waits for what the caller wrote before. */
  readonly waitsLikeRead?: true;
  /** It acts on the session itself: the same Idempotency-Key in another session is another request. */
  readonly actsOnSession?: true;
  /** The reply holds a secret: it is not kept for a repetition, which has to get the same by itself. */
  readonly secretReply?: true;
  /** Takes `?as-of=`, see as-of.ts, and answers what it would have answered then to today's caller. */
  readonly asOf?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Sent form-encoded or as JSON; unknown fields have no effect. */
  readonly body?: TSchema;
  readonly reply: TSchema;
  /** The reply is a file of one of these media types, sent while it is made; `reply` says what its text is. */
  readonly files?: readonly string[];
  /** The refusal when body, query or params do not fit their schema. */
  readonly misfit: MessageCode;
  /** What its own rules may refuse, beyond what any call of its kind may meet; for those who read the API. */
  readonly refusals?: readonly MessageCode[];
};

/** What the compiler shows where an endpoint has no row in the access table. */
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
