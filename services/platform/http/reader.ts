import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../principal.ts';
import type { Answer } from './call.ts';
import { type ReadYourWrites, STALE_HEADER } from './read-your-writes.ts';
import type { ReplyCache } from './reply-cache.ts';
import { respond } from './respond.ts';
import { serialized } from './serialized.ts';

type Rejection = Extract<Answer<unknown>, { ok: false }>;
export type Replies = ReplyCache<Rejection>;

/**
 * Marks a read whose reply is cached as long as nothing has changed. Values that move with the clock are up to a
 * second old then.
 */
export type Reuse = {
  /** The names of all read models that the reply is made from. */
  readonly madeFrom: readonly string[];
  /**
   * True when all callers of a company get the same reply, so the handler may use nothing of its caller but the
   * company. When false, each caller has a cached reply of their own.
   */
  readonly sameForAll: boolean;
};

type ReaderDeps = { readonly readYourWrites: ReadYourWrites; readonly replies: Replies };
type Ask = (request: FastifyRequest) => Answer<unknown> | Promise<Answer<unknown>>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers reads: waits until the read models include the caller's last write, then asks the handler. */
export function createReader(ask: Ask, deps: ReaderDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
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

/** The same with cached replies; see reply-cache.ts for when they count. */
export function createReusingReader(ask: Ask, deps: ReaderDeps, { madeFrom, sameForAll }: Reuse) {
  const { readYourWrites, replies } = deps;

  function take(request: FastifyRequest, reply: FastifyReply, needed: number, caller: Principal) {
    const { companyId } = caller;
    const key = `${sameForAll ? companyId : factsOf(caller)} ${request.url}`;
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
  return (request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined => {
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
