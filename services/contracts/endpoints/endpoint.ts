import type { Static, TSchema } from 'typebox';
import type { MessageCode } from '../messages.ts';

/**
 * Who may call an endpoint, before any rule about the single thing it touches:
 * - `public`: nobody needs to be signed in.
 * - `employee`: any signed-in employee of a company with an active subscription.
 * - `manager`: a manager of such a company.
 * - `super employee`: the one administrator of the company.
 * `self or manager` is `employee` whose `{id}` must be the caller, unless the caller is a manager.
 */
export type Access = 'public' | 'employee' | 'self or manager' | 'manager' | 'super employee';

/** An endpoint, declared once as a value and used by the server, the browser and the OpenAPI page. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces: `/sales/getsales/{date}`. */
  readonly path: `/${string}`;
  /** Other spellings that clients use, with the same parameters. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** Where `self or manager` finds the id, when it is not in the path. */
  readonly idIn?: 'query';
  /** Answers although the company's subscription is not active. */
  readonly openToInactive?: true;
  /** A write whose reply comes from the read models: like a GET it waits for what the caller wrote before. */
  readonly waitsLikeRead?: true;
  /** It acts on the session itself: the same Idempotency-Key in another session is another request. */
  readonly actsOnSession?: true;
  readonly params?: TSchema;
  readonly query?: TSchema;
  /** Sent form-encoded or as JSON; unknown fields have no effect. */
  readonly body?: TSchema;
  readonly reply: TSchema;
  /** The refusal when body, query or params do not fit their schema. */
  readonly misfit: MessageCode;
  /** What its own rules may refuse, beyond what any call of its kind may meet; for those who read the API. */
  readonly refusals?: readonly MessageCode[];
};

export function endpoint<const Declared extends Endpoint>(declared: Declared): Declared {
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
