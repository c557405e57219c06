import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF, AS_OF_HEADER, type AsOf, parseAsOf } from '#contracts/as-of.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import type { Principal } from '../principal.ts';
import { asOf, type PastMoment, withinCompany } from '../scope.ts';
import { asksForPast } from './admission.ts';
import type { Answer } from './call.ts';
import { type ReadYourWrites, STALE_HEADER } from './read-your-writes.ts';
import type { ReplyCache } from './reply-cache.ts';
import { respond, sendError } from './respond.ts';

type Rejection = Extract<Answer<unknown>, { ok: false }>;
export type Replies = ReplyCache<Rejection>;

/**
 * Marks a read whose reply is cached as long as nothing has changed. Values that move with the clock are up to a
 * second old then.
 */
export type Reuse = {
  /** The names of all read models that the reply is made from. */
  readonly madeFrom: readonly string[];
  /** Which callers get the same reply: the handler may use nothing of its caller but the company, or also the zone. */
  readonly sameFor: 'company' | 'company and zone' | 'caller';
};

export type ReaderDeps = {
  readonly readYourWrites: ReadYourWrites;
  readonly replies: Replies;
  /** For the reads whose replies are cached. */
  readonly reuseOf: (endpoint: Endpoint) => Reuse | undefined;
  /** The moment that `?as-of=` names for a company; null when it is in the future. */
  readonly pastMoment: (companyId: string, wanted: AsOf) => Promise<PastMoment | null>;
};

type Ask = (request: FastifyRequest) => Answer<unknown> | Promise<Answer<unknown>>;
export type Read = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers reads from the handler (`ask`), from the cache of replies, or as of a past moment. */
export function createReader(endpoint: Endpoint, ask: Ask, deps: ReaderDeps): Read {
  const reuse = deps.reuseOf(endpoint);
  const now = reuse ? reusingReader(ask, deps, reuse) : plainReader(ask, deps);
  if (!endpoint.asOf) return now;
  const then = pastReader(ask, deps);
  return (request, reply) => (asksForPast(request) ? then(request, reply) : now(request, reply));
}

/** Waits until the read models include the caller's last write, then asks the handler. */
function plainReader(ask: Ask, deps: ReaderDeps): Read {
  return async (request, reply) => {
    await untilFresh(request, reply, deps);
    return respond(reply, await ask(request));
  };
}

/** Waits until the read models include the caller's last write; a header says so when that takes too long. */
export async function untilFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  { readYourWrites }: Pick<ReaderDeps, 'readYourWrites'>,
): Promise<void> {
  const needed = readYourWrites.needed(request.headers, request.principal?.sessionId);
  if (!readYourWrites.isReached(needed)) await catchUp(needed, reply, readYourWrites);
}

async function catchUp(needed: number, reply: FastifyReply, readYourWrites: ReadYourWrites): Promise<void> {
  if (!(await readYourWrites.catchUp(needed))) reply.header(STALE_HEADER, 'true');
}

/** Like the plain reader, but takes cached replies; reply-cache.ts says when one may be used. */
function reusingReader(ask: Ask, deps: ReaderDeps, { madeFrom, sameFor }: Reuse): Read {
  const { readYourWrites, replies } = deps;

  function take(request: FastifyRequest, reply: FastifyReply, needed: number, caller: Principal) {
    const { companyId } = caller;
    const key = `${receivers(caller, sameFor)} ${request.url}`;
    return replies.take({ key, companyId, models: madeFrom, needed }, async () => {
      const answer = await ask(request);
      return answer.ok ? serialized(answer.reply, (part) => reply.serialize(part) as string) : answer;
    });
  }

  async function later(reply: FastifyReply, coming: Promise<Buffer | Rejection>) {
    const made = await coming;
    return Buffer.isBuffer(made) ? reply.type(JSON_TYPE).send(made) : respond(reply, made);
  }

  // Not async: a cached reply is sent at once, without a turn of the microtask queue.
  return (request, reply) => {
    const caller = request.principal;
    if (caller === null)
      throw new Error('the reply of an endpoint without a session cannot be cached by company');
    const needed = readYourWrites.needed(request.headers, caller.sessionId);
    if (!readYourWrites.isReached(needed)) {
      return catchUp(needed, reply, readYourWrites).then(() =>
        later(reply, Promise.resolve(take(request, reply, needed, caller))),
      );
    }
    const taken = take(request, reply, needed, caller);
    if (!Buffer.isBuffer(taken)) return later(reply, taken);
    reply.type(JSON_TYPE).send(taken);
    return undefined;
  };
}

function receivers(caller: Principal, sameFor: Reuse['sameFor']): string {
  switch (sameFor) {
    case 'company':
      return caller.companyId;
    case 'company and zone':
      return `${caller.companyId} ${caller.timeZone}`;
    case 'caller':
      return factsOf(caller);
  }
}

const facts = new WeakMap<Principal, string>();

/** Everything that a handler can read of its caller, except the session. */
function factsOf(caller: Principal): string {
  const known = facts.get(caller);
  if (known !== undefined) return known;
  const { sessionId: _, companyId, ...others } = caller;
  const text = `${companyId} ${Object.values(others).join(' ')}`;
  facts.set(caller, text);
  return text;
}

/**
 * Answers a read as of the moment in its parameter, and names that moment in a header. These replies are not
 * cached, so they never get mixed up with present ones.
 */
function pastReader(ask: Ask, deps: ReaderDeps): Read {
  return async (request, reply) => {
    const wanted = parseAsOf((request.query as { [AS_OF]?: unknown })[AS_OF]);
    if (!wanted) return sendError(reply, 'invalidAsOf');
    const caller = request.principal;
    if (caller === null) throw new Error('an endpoint without a session cannot be read as of a moment');
    await untilFresh(request, reply, deps);
    const { companyId } = caller;
    const moment = await withinCompany(companyId, () => deps.pastMoment(companyId, wanted));
    if (!moment) return sendError(reply, 'asOfFuture');
    reply.header(AS_OF_HEADER, `${moment.position} ${moment.instant}`);
    return respond(reply, await asOf(moment, () => ask(request)));
  };
}

/** Rows that are turned into text at once; other requests run in between. */
const PORTION = 500;
const LIST = '{"requestedData":[';

/**
 * A reply as the bytes that are sent. A long list is turned into text in portions; `serialize` is the schema's
 * own and writes `requestedData` first, as all lists have it.
 */
export async function serialized(reply: unknown, serialize: (reply: unknown) => string): Promise<Buffer> {
  const rows = (reply as { readonly requestedData?: unknown }).requestedData;
  if (!Array.isArray(rows) || rows.length <= PORTION) return Buffer.from(serialize(reply));
  const frame = serialize({ ...(reply as object), requestedData: [] });
  if (!frame.startsWith(`${LIST}]`)) return Buffer.from(serialize(reply));
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += PORTION) {
    const text = serialize({ requestedData: rows.slice(from, from + PORTION) });
    const held = text.slice(LIST.length, text.lastIndexOf(']'));
    parts.push(Buffer.from(from === 0 ? LIST + held : `,${held}`));
    await othersTurn();
  }
  parts.push(Buffer.from(frame.slice(LIST.length)));
  return Buffer.concat(parts);
}
