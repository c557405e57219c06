import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF } from '#contracts/as-of.ts';
import { type AccessRole, type AccessRule, accessRule } from '#contracts/endpoints/access-table.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { WriteQuotas } from '../limits/write-quotas.ts';
import type { Principal } from '../principal.ts';
import { NOTHING, type ReadYourWrites } from './read-your-writes.ts';
import { respond, sendError } from './respond.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export type AdmissionDeps = {
  /** The session in a Cookie header: at once when it is cached and active, otherwise after a look-up. */
  readonly identify: (cookieHeader: string | undefined) => Principal | null | Promise<Principal | null>;
  readonly readYourWrites: ReadYourWrites;
  /** As browsers see us; see isForeign. */
  readonly publicUrl: () => string | undefined;
  readonly writeQuotas: WriteQuotas;
};

/**
 * Admits a request or rejects it, before any byte of its body is read: its origin, session, role, subscription and, for
 * a write, the quotas of its sender.
 * Synchronous for a cached session.
 */
export function createAdmission(endpoint: Endpoint, deps: AdmissionDeps) {
  const writes = endpoint.method !== 'GET';
  // A link on another site brings our cookie along; a file costs too much for that.
  const isGuarded = writes || endpoint.files !== undefined;
  const rule = accessRule(endpoint);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (isGuarded && isForeign(request.headers, request, deps.publicUrl())) {
      sendError(reply, 'foreignOrigin');
      return;
    }
    const admit = (principal: Principal | null) => {
      // Also of those who are refused, for the security log.
      if (principal) reply.person = principal;
      const access = checkAccess(rule, principal, idOf(request));
      const checked = access.ok ? checkAsOf(endpoint, request) : access;
      if (!checked.ok) return void sendError(reply, checked.code);
      const taken = writes && principal ? deps.writeQuotas.take(principal) : accepted();
      if (!taken.ok) return void respond(reply, taken);
      request.principal = principal;
      done();
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
  { readYourWrites, identify }: Pick<AdmissionDeps, 'readYourWrites' | 'identify'>,
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

/** True when a request has the as-of parameter, valid or not. */
export function asksForPast({ query }: FastifyRequest): boolean {
  return AS_OF in (query as object);
}

/**
 * Checks whether `caller` may use an endpoint with this rule. `id` is the employee that the path or the query
 * names, not validated yet; only the right `self` looks at it. Handlers check whether an id belongs to the company.
 */
export function checkAccess(rule: AccessRule, caller: Principal | null, id: unknown): Result {
  if (rule.rights.nobody === 'allowed') return accepted();
  if (!caller) return rejected('notLoggedIn');
  if (!caller.subscriptionIsActive && !rule.answersInactive) return rejected('subscriptionInactive');
  if (caller.needsFactor && !rule.answersWithoutFactor) return rejected('factorNeeded');
  switch (rule.rights[accessRole(caller)]) {
    case 'allowed':
    case 'own':
      return accepted();
    case 'self':
      return id === caller.employeeId ? accepted() : rejected(rule.refusal);
    case 'refused':
      return rejected(rule.refusal);
  }
}

function accessRole(caller: Principal): Exclude<AccessRole, 'nobody'> {
  if (caller.type === 'super employee') return 'super employee';
  return caller.role === 'manager' ? 'manager' : 'associate';
}

/**
 * True when the headers of a browser say that another site made it send this request. Form bodies need no
 * preflight, so without this check any page could write with our cookie.
 *
 * @param asked what the client asked for: its connection and the Host header, or what a trusted proxy says
 * @param publicUrl PUBLIC_URL, for proxies that rewrite Host; with https, no page without it is ours
 */
export function isForeign(
  headers: IncomingHttpHeaders,
  asked: Asked,
  publicUrl: string | undefined,
): boolean {
  const from = headers.origin ?? headers.referer;
  if (from !== undefined) {
    const sender = originOf(from);
    const scheme = publicUrl?.startsWith('https:') ? 'https' : asked.protocol;
    return sender === null || ![`${scheme}://${asked.host}`, publicUrl ?? ''].map(originOf).includes(sender);
  }
  const site = headers['sec-fetch-site'];
  // None of the three headers: not a browser, so it sends no cookie on behalf of another site.
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

export type Asked = { readonly protocol: string; readonly host: string };

/** Null for `Origin: null` (a sandboxed page, a data: URL) and for an invalid URL. */
function originOf(url: string): string | null {
  const { host, origin } = URL.parse(url) ?? {};
  return host ? (origin ?? null) : null;
}
