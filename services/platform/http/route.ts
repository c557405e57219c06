import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AsOf } from '#contracts/as-of.ts';
import { accessRule } from '#contracts/endpoints/access-table.ts';
import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';
import type { PastMoment } from '../as-of-scope.ts';
import type { Clock } from '../clock.ts';
import { withinCompany } from '../company-scope.ts';
import { derivedId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../principal.ts';
import { refusedAccess } from './access.ts';
import type { Call, Handler, Route } from './call.ts';
import { refuse } from './failures.ts';
import type { IdempotencyKeys } from './idempotency-keys.port.ts';
import { bodyHash, idempotently, readKey } from './idempotent.ts';
import { isForeign } from './origin.ts';
import { asksForPast, createPastReader } from './past-reader.ts';
import { NOTHING, POSITION_HEADER, type ReadYourWrites } from './read-your-writes.ts';
import { createReader, createReusingReader, type Replies, type Reuse, untilFresh } from './reader.ts';
import { statusOf } from './refusal-status.ts';
import { respond } from './respond.ts';
import { compileCheck } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export type RouteDeps = {
  /** The session of a request, as its Cookie header has it: at once when known and active, else after asking. */
  readonly identify: (cookieHeader: string | undefined) => Principal | null | Promise<Principal | null>;
  readonly keys: IdempotencyKeys;
  readonly readYourWrites: ReadYourWrites;
  readonly replies: Replies;
  /** For the reads whose replies may be given again. */
  readonly reuseOf: (endpoint: Endpoint) => Reuse | undefined;
  /** What `?as-of=` means for a company; null for what has not come yet. */
  readonly pastMoment: (companyId: string, wanted: AsOf) => Promise<PastMoment | null>;
  readonly publicHost: () => string | null;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Makes endpoints of contracts answer on `api` (mounted at /api). What is the same for all of them happens
 * here: origin, session, role, subscription, schemas, idempotency, read-your-writes, refusals.
 */
export function createRoute(api: FastifyInstance, deps: RouteDeps): Route {
  api.decorateRequest('principal', null);
  return (endpoint, given) => {
    const handler = atHome(given);
    const { body, query, params, reply } = endpoint as Endpoint;
    for (const path of pathsOf(endpoint)) {
      api.route({
        method: endpoint.method as HTTPMethods,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: {
          ...(body && { body }),
          ...(query && { querystring: query }),
          ...(params && { params }),
          response: { 200: reply },
        },
        validatorCompiler: ({ schema }) => compileCheck(schema, endpoint.misfit),
        onRequest: gate(endpoint, deps),
        handler:
          endpoint.method === 'GET' ? reader(endpoint, handler, deps) : writer(endpoint, handler, deps),
      });
    }
  };
}

/** Who may come in, before a byte of the body is read. Synchronous for a session we know. */
function gate(endpoint: Endpoint, deps: RouteDeps) {
  const writes = endpoint.method !== 'GET';
  const rule = accessRule(endpoint);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (writes && isForeign(request.headers, request.host, deps.publicHost())) {
      refuse(reply, 'foreignOrigin', 403);
      return;
    }
    const enter = (principal: Principal | null) => {
      const refused = refusedAccess(rule, principal, idOf(request)) ?? refusedPast(endpoint, request);
      if (refused) refuse(reply, refused, statusOf(refused));
      else {
        request.principal = principal;
        done();
      }
    };
    const who = deps.identify(request.headers.cookie);
    if (who instanceof Promise)
      who.then((principal) => havingPaid(principal, request, deps)).then(enter, done);
    else enter(who);
  };
}

/** A reply of now to a question about then would be taken for one of then; and nobody writes into the past. */
function refusedPast(endpoint: Endpoint, request: FastifyRequest): 'asOfNotHere' | null {
  return !endpoint.asOf && asksForPast(request) ? 'asOfNotHere' : null;
}

/** Looks again for who has just paid, here or at another process. */
async function havingPaid(
  principal: Principal | null,
  { headers }: FastifyRequest,
  { readYourWrites, identify }: Pick<RouteDeps, 'readYourWrites' | 'identify'>,
): Promise<Principal | null> {
  if (!principal || principal.subscriptionIsActive) return principal;
  const needed = readYourWrites.needed(headers, principal.sessionId);
  if (needed === NOTHING) return principal;
  await readYourWrites.catchUp(needed);
  return identify(headers.cookie);
}

/** Whom the path names, or the query where the path names nobody. */
function idOf({ params, query }: FastifyRequest): unknown {
  return (params as { id?: unknown }).id ?? (query as { id?: unknown }).id;
}

/** The handler, with the wall between companies around it. */
function atHome<E extends Endpoint>(handler: Handler<E>): Handler<E> {
  return (call) => {
    const { caller } = call as { caller: Principal | null };
    return caller ? withinCompany(caller.companyId, () => handler(call)) : handler(call);
  };
}

function reader<E extends Endpoint>(endpoint: E, handler: Handler<E>, deps: RouteDeps) {
  const ask = (request: FastifyRequest) => handler(callOf<E>(request, undefined, deps));
  const reuse = deps.reuseOf(endpoint);
  const now = reuse ? createReusingReader(ask, deps, reuse) : createReader(ask, deps);
  if (!endpoint.asOf) return now;
  const then = createPastReader(ask, deps);
  return (request: FastifyRequest, reply: FastifyReply) =>
    asksForPast(request) ? then(request, reply) : now(request, reply);
}

function writer<E extends Endpoint>(endpoint: E, handler: Handler<E>, deps: RouteDeps) {
  const isPublic = accessRule(endpoint).rights.nobody === 'allowed';
  const isKept = !isPublic && !endpoint.secretReply;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = readKey(request.headers['idempotency-key']);
    if (sent === null) return refuse(reply, 'invalidIdempotencyKey', 400);
    if (endpoint.waitsLikeRead) await untilFresh(request, reply, deps);
    const caller = request.principal;
    const key = sent && endpoint.actsOnSession ? `${caller?.sessionId} ${sent}` : sent;
    const call = callOf<E>(request, key, deps);
    const answer =
      key === undefined || caller === null || !isKept
        ? await handler(call)
        : await idempotently(deps, keyed(request, caller, key), () => handler(call));
    if (answer.ok && answer.position !== undefined && answer.position > 0) {
      reply.header(POSITION_HEADER, answer.position);
      reply.header(
        'set-cookie',
        deps.readYourWrites.wrote(answer.position, answer.opened ?? caller?.sessionId),
      );
    }
    return respond(reply, answer);
  };
}

function keyed(request: FastifyRequest, caller: Principal, key: string) {
  return {
    companyId: caller.companyId,
    employeeId: caller.employeeId,
    key,
    request: requestName(request),
    bodyHash: bodyHash(request.body),
  };
}

function callOf<E extends Endpoint>(
  request: FastifyRequest,
  key: string | undefined,
  deps: RouteDeps,
): Call<E> {
  // The gate and the schemas of the endpoint have made sure that these are what their types say.
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
      now: deps.clock.now().toISOString(),
    }),
  } as Call<E>;
}

function requestName(request: FastifyRequest): string {
  return `${request.method} ${request.url.split('?', 1)[0]}`;
}
