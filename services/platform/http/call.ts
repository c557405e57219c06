import type { IsPublic, RouteName, RouteNameOf } from '#contracts/endpoints/access-table.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { CommandContext } from '../commands/command.ts';
import type { Principal } from '../principal.ts';

/** Who is signed in; on a public endpoint perhaps nobody. */
export type CallerOf<E extends Endpoint> =
  RouteNameOf<E> extends infer Name extends RouteName
    ? true extends IsPublic<Name>
      ? Principal | null
      : Principal
    : never;

/** One request as a handler sees it: checked, typed, without HTTP. */
export type Call<E extends Endpoint> = {
  readonly caller: CallerOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Address of the client, as far as TRUST_PROXY lets us know it. */
  readonly address: string;
  /** The Cookie header; for cookies beside the session, by `readCookie`. */
  readonly cookieHeader: string | undefined;
  /** As the browser names itself: anything, of any length. */
  readonly userAgent: string | undefined;
  /**
   * The envelope of a command of `actor`. Its id comes from the Idempotency-Key when the client sent one, so
   * that a request sent twice is one command; else it is the id of the request.
   */
  command(actor: { companyId: string; employeeId: string }): CommandContext;
};

/** Name: letters, digits, dots and dashes. Type: a media type, with its charset. */
export type AnswerFile = { readonly name: string; readonly type: string };

export type Answer<Reply> =
  | {
      readonly ok: true;
      readonly reply: Reply;
      /** Where a reader must have got to, to see what was written. */
      readonly position?: number;
      /** The reply is a stream of this media type, to be kept under this name. */
      readonly file?: AnswerFile;
      /** Values of Set-Cookie. */
      readonly cookies?: readonly string[];
      /** The session this call opened: its reads see what was written here. */
      readonly opened?: string;
    }
  | { readonly ok: false; readonly refusal: MessageCode; readonly retryAfterSeconds?: number };

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<ReplyOf<E>> | Promise<Answer<ReplyOf<E>>>;

/** Makes an endpoint answer. The only way to register a route below /api. */
export type Route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export function answer<Reply>(reply: Reply): Answer<Reply> {
  return { ok: true, reply };
}
