import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../principal.ts';
import type { Answer } from './call.ts';
import { type ReadYourWrites, STALE_HEADER } from './read-your-writes.ts';
import type { ReplyCache } from './reply-cache.ts';
import { respond } from './respond.ts';
import { serialized } from './serialized.ts';

type Refusal = Extract<Answer<unknown>, { ok: false }>;
export type Replies = ReplyCache<Refusal>;

/**
 * For a read whose reply may be given again as long as nothing changed, to whoever asks for the same URL; what
 * moves with the clock is up to a second old then.
 */
export type Reuse = {
  /** Every read model that the reply is made from, by name. */
  readonly madeFrom: readonly string[];
  /**
   * All of the company who may ask get the same. Not for a handler that looks at its caller for more than the
   * company: it would not be asked again for the next one. Without it everybody has a reply of his own.
   */
  readonly sameForAll: boolean;
};

type ReaderDeps = { readonly readYourWrites: ReadYourWrites; readonly replies: Replies };
type Ask = (request: FastifyRequest) => Answer<unknown> | Promise<Answer<unknown>>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers reads: waits for what the caller wrote, then asks. */
export function createReader(ask: Ask, deps: ReaderDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await untilFresh(request, reply, deps);
    return respond(reply, await ask(request));
  };
}

/** Lets the read models get to what this caller wrote; when that takes too long, the reply says so. */
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

/** The same with replies that are given again; see reply-cache.ts for when. */
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

  async function later(reply: FastifyReply, coming: Promise<Buffer | Refusal>) {
    const made = await coming;
    return Buffer.isBuffer(made) ? reply.type(JSON_TYPE).send(made) : respond(reply, made);
  }

  // Not async: what is known goes out without a turn of the microtask queue.
  return (request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined => {
    const caller = request.principal;
    if (caller === null) throw new Error('what everybody may read is nobody’s company');
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

/** All that a handler can know of its caller, but for the session. */
function factsOf(caller: Principal): string {
  const known = facts.get(caller);
  if (known !== undefined) return known;
  const { sessionId: _, companyId, ...others } = caller;
  const text = `${companyId} ${Object.values(others).join(' ')}`;
  facts.set(caller, text);
  return text;
}
