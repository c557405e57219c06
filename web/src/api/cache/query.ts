import type { Getter } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Answer, ApiClient } from '../api-client.ts';
import type { Tag } from './tags.ts';

/** A query, declared once: all screens that use it share its answers. */
export type QueryDefinition<Parameters, E extends Endpoint> = {
  /** Its path and the parameters are the key of an answer. */
  readonly endpoint: E;
  readonly ask: (api: ApiClient, parameters: Parameters, get: Getter) => Promise<Answer<E>>;
  /** `reply` is undefined before the first one. */
  readonly tags?: (parameters: Parameters, reply: ReplyOf<E> | undefined) => readonly Tag[];
  /** Shown instead of the server's own message, where the specification has words for it. */
  readonly failure?: MessageCode;
  /** Whether the answer for `before` stays on the screen until that for `now` arrives. */
  readonly staysFor?: (before: Parameters, now: Parameters) => boolean;
  /** Milliseconds until the answer is fetched again while a screen shows it; false: never by time. */
  readonly refetchAfterMs?: (reply: ReplyOf<E> | undefined) => number | false;
  /** Not kept after its screen is closed. */
  readonly forgetOnLeave?: true;
  /** Fetched only when a screen asks: not when the page becomes visible or the connection is back. */
  readonly onRequestOnly?: true;
};

/** An answer in the cache. `stale`: it may lack the person's own last write, or events up to `since`. */
export type CachedAnswer<Reply> = { readonly reply: Reply; readonly stale: boolean };

/** The refusal of a query; `message` is for people. */
export class QueryRefused extends Error {
  readonly code: MessageCode;

  constructor(code: MessageCode, message: string) {
    super(message);
    this.code = code;
  }
}
