import type { FastifyRequest } from 'fastify';
import type { IsPublic, RouteName, RouteNameOf } from '#contracts/endpoints/access-table.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import type { Rejected } from '#contracts/result.ts';
import type { Clock } from '../clock.ts';
import type { CommandContext, CommandOutcome } from '../commands/command.ts';
import { derivedId } from '../ids.ts';
import type { Person, Principal } from '../principal.ts';

/** The signed-in employee; null is possible on a public endpoint only. */
export type CallerOf<E extends Endpoint> =
  RouteNameOf<E> extends infer Name extends RouteName
    ? true extends IsPublic<Name>
      ? Principal | null
      : Principal
    : never;

/** One request as a handler gets it: validated and typed. */
export type Call<E extends Endpoint> = {
  readonly caller: CallerOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** IP address of the client; behind a proxy, what TRUST_PROXY says. */
  readonly address: string;
  /** The Cookie header, for cookies other than the session; read it with `readCookie`. */
  readonly cookieHeader: string | undefined;
  /** Unchecked, of any length. */
  readonly userAgent: string | undefined;
  /**
   * The context of a command that `actor` gives. Its id derives from the Idempotency-Key when the client sent one,
   * so that a repeated request is one command; otherwise it is the id of the request.
   */
  command(actor: { companyId: string; employeeId: string }): CommandContext;
};

/** Name: letters, digits, dots and dashes. Type: a media type, with its charset. */
export type AnswerFile = { readonly name: string; readonly type: string };

export type Answer<Reply> =
  | {
      readonly ok: true;
      readonly reply: Reply;
      /** The position that the read models must reach to show what was written. */
      readonly position?: number;
      /** The reply is a stream that is downloaded as this file. */
      readonly file?: AnswerFile;
      /** Values of Set-Cookie. */
      readonly cookies?: readonly string[];
      /** The session that this call opened; its reads include what was written here. */
      readonly opened?: string;
      /** The person that a call without a session turned out to be; for the security log. */
      readonly person?: Person;
    }
  | (Rejected & {
      readonly retryAfterSeconds?: number;
      /** Whom a refused call was about, when the answer does not say it; for the security log. */
      readonly person?: Person;
    });

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<ReplyOf<E>> | Promise<Answer<ReplyOf<E>>>;

/** Registers the handler of an endpoint: the only way to make a route below /api. */
export type Route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export function answer<Reply>(reply: Reply): Answer<Reply> {
  return { ok: true, reply };
}

/** The answer to an add or edit: a message and the new state as the API shows it. */
export function written<Value, Row>(
  outcome: CommandOutcome<Value>,
  message: MessageCode,
  show: (value: Value) => Row,
): Answer<{ message: string; requestedData: Row[] }> {
  if (!outcome.ok) return outcome;
  const { position, value } = outcome;
  return { ok: true, position, reply: { message: messages[message], requestedData: [show(value)] } };
}

/** The answer to a deletion. */
export function removed(outcome: CommandOutcome<unknown>, message: MessageCode): Answer<{ message: string }> {
  if (!outcome.ok) return outcome;
  return { ok: true, position: outcome.position, reply: { message: messages[message] } };
}

/** `key`: the Idempotency-Key of a write, if the client sent one. */
export function callOf<E extends Endpoint>(
  request: FastifyRequest,
  key: string | undefined,
  clock: Clock,
): Call<E> {
  // The access check and the schemas of the endpoint have checked that these fit their types.
  return {
    caller: request.principal,
    params: request.params,
    query: request.query,
    body: request.body,
    address: request.ip,
    cookieHeader: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    command: ({ companyId, employeeId }) => ({
      companyId,
      actorId: employeeId,
      commandId: key === undefined ? request.id : derivedId(companyId, employeeId, requestName(request), key),
      correlationId: request.id,
      origin: 'api',
      now: clock.now().toISOString(),
    }),
  } as Call<E>;
}

/** Method and path, `POST /api/sales/addsale`. */
export function requestName(request: FastifyRequest): string {
  return `${request.method} ${request.url.split('?', 1)[0]}`;
}
