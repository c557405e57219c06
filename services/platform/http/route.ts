import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AsOf } from '#contracts/as-of.ts';
import { accessRule } from '#contracts/endpoints/access-table.ts';
import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { PastMoment } from '../as-of-scope.ts';
import type { Clock } from '../clock.ts';
import { withinCompany } from '../company-scope.ts';
import { derivedId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../principal.ts';
import { checkAccess } from './access.ts';
import type { Call, Handler, Route } from './call.ts';
import { sendError } from './error-handler.ts';
import type { IdempotencyKeys } from './idempotency-keys.port.ts';
import { bodyHash, idempotently, readKey } from './idempotent.ts';
import { isForeign } from './origin.ts';
import { asksForPast, createPastReader } from './past-reader.ts';
import { NOTHING, POSITION_HEADER, type ReadYourWrites } from './read-your-writes.ts';
import { createReader, createReusingReader, type Replies, type Reuse, untilFresh } from './reader.ts';
import { respond } from './respond.ts';
import { compileCheck } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export type RouteDeps = {
  /** The session in a Cookie header: at once when it is cached and active, otherwise after a look-up. */
  readonly identify: (cookieHeader: string | undefined) => Principal | null | Promise<Principal | null>;
  readonly keys: IdempotencyKeys;
  readonly readYourWrites: ReadYourWrites;
  readonly replies: Replies;
  /** For the reads whose replies are cached. */
  readonly reuseOf: (endpoint: Endpoint) => Reuse | undefined;
  /** The moment that `?as-of=` names for a company; null when it is in the future. */
  readonly pastMoment: (companyId: string, wanted: AsOf) => Promise<PastMoment | null>;
  readonly publicHost: () => string | null;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Registers endpoints of contracts on `api` (mounted at /api) and does what all of them share: origin, session,
 * role, subscription, schemas, idempotency, read your writes and error replies.
 */
export function createRoute(api: FastifyInstance, deps: RouteDeps): Route {
  api.decorateRequest('principal', null);
  return (endpoint, given) => {
    const handler = withTenantScope(given);
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
        validatorCompiler: ({ schema }) => compileCheck(schema, endpoint.onInvalidInput),
        onRequest: accessCheck(endpoint, deps),
        handler:
          endpoint.method === 'GET' ? reader(endpoint, handler, deps) : writer(endpoint, handler, deps),
      });
    }
  };
}

/** Runs before any byte of the body is read. Synchronous for a cached session. */
function accessCheck(endpoint: Endpoint, deps: RouteDeps) {
  const writes = endpoint.method !== 'GET';
  const rule = accessRule(endpoint);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (writes && isForeign(request.headers, request.host, deps.publicHost())) {
      sendError(reply, 'foreignOrigin');
      return;
    }
    const admit = (principal: Principal | null) => {
      const access = checkAccess(rule, principal, idOf(request));
      const checked = access.ok ? checkAsOf(endpoint, request) : access;
      if (!checked.ok) sendError(reply, checked.code);
      else {
        request.principal = principal;
        done();
      }
    };
    const who = deps.identify(request.headers.cookie);
    if (who instanceof Promise)
      who.then((principal) => withNewPayment(principal, request, deps)).then(admit, done);
    else admit(who);
  };
}

/** Rejects as-of on an endpoint that would ignore it: its present reply would be taken for a past one. */
function checkAsOf(endpoint: Endpoint, request: FastifyRequest): Result {
  return !endpoint.asOf && asksForPast(request) ? rejected('asOfNotHere') : accepted();
}

/** Looks an inactive company up again when its own last write, maybe a payment, is not in the session yet. */
async function withNewPayment(
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

/** The id in the path, or else in the query. */
function idOf({ params, query }: FastifyRequest): unknown {
  return (params as { id?: unknown }).id ?? (query as { id?: unknown }).id;
}

/** The handler inside the tenant scope of its caller; see company-scope.ts. */
function withTenantScope<E extends Endpoint>(handler: Handler<E>): Handler<E> {
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
    if (sent === null) return sendError(reply, 'invalidIdempotencyKey');
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
      now: deps.clock.now().toISOString(),
    }),
  } as Call<E>;
}

function requestName(request: FastifyRequest): string {
  return `${request.method} ${request.url.split('?', 1)[0]}`;
}
