import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessRule } from '#contracts/endpoints/access-table.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock, Scheduler } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Principal } from '../principal.ts';
import { type Answer, callOf, type Handler, requestName } from './call.ts';
import { hasEvents, type IdempotencyKeys, type KeyedRequest } from './idempotency-keys.port.ts';
import { POSITION_HEADER, type ReadYourWrites } from './read-your-writes.ts';
import { untilFresh } from './reader.ts';
import { isTemporaryRejection, respond, sendError } from './respond.ts';
import type { Turns } from './turns.ts';

export type WriterDeps = {
  readonly keys: IdempotencyKeys;
  readonly readYourWrites: ReadYourWrites;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'pause'>;
  readonly log: Log;
  readonly writeTurns: Turns;
};

/** Answers writes: once for each key that a client sends, with the position that its next reads must include. */
export function createWriter<E extends Endpoint>(endpoint: E, handler: Handler<E>, deps: WriterDeps) {
  const isPublic = accessRule(endpoint).rights.nobody === 'allowed';
  const isKept = !isPublic && !endpoint.secretReply;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = readKey(request.headers['idempotency-key']);
    if (sent === null) return sendError(reply, 'invalidIdempotencyKey');
    const caller = request.principal;
    const pressure = deps.readYourWrites.pressureMs();
    if (pressure > 0 && !(caller && deps.writeTurns.isSmall(caller.companyId)))
      await deps.scheduler.pause(pressure);
    if (endpoint.waitsLikeRead) await untilFresh(request, reply, deps);
    const key = sent && endpoint.actsOnSession ? `${caller?.sessionId} ${sent}` : sent;
    const call = callOf<E>(request, key, deps.clock);
    const write = () =>
      key === undefined || caller === null || !isKept
        ? handler(call)
        : idempotently(deps, keyed(request, caller, key), () => handler(call));
    const answer = await (caller ? deps.writeTurns.run(caller.companyId, write) : write());
    if (answer.person) reply.person = answer.person;
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

function keyed(request: FastifyRequest, caller: Principal, key: string): KeyedRequest {
  return {
    companyId: caller.companyId,
    employeeId: caller.employeeId,
    key,
    request: requestName(request),
    bodyHash: bodyHash(request.body),
  };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Reads the Idempotency-Key header: undefined when it is absent, null when it is invalid. */
function readKey(header: string | string[] | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  return typeof header === 'string' && KEY.test(header) ? header : null;
}

/** Left out of the digest: a fast digest of a password can be used to guess it. */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'confirmPassword',
  'currentPassword',
  'newPassword',
]);

/**
 * The digest by which a repeated request is compared. Bodies with the same fields in the same order are equal,
 * whatever passwords they contain.
 */
export function bodyHash(body: unknown): string {
  const text = JSON.stringify(body ?? null);
  const open = (field: string, value: unknown) => (SECRETS.has(field) ? undefined : value);
  // Asking about each field costs more than all the rest.
  return hash('sha256', /password/i.test(text) ? JSON.stringify(body, open) : text, 'base64url');
}

/**
 * Runs a write with a key once: a repeated request gets the stored answer, and the same key with another request
 * is rejected. Temporary rejections (a conflict, an outage) are not stored, so that a retry runs again.
 */
async function idempotently<Reply>(
  deps: Pick<WriterDeps, 'keys' | 'log'>,
  request: KeyedRequest,
  execute: () => Answer<Reply> | Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  const claim = await deps.keys.claim(request);
  if (claim.kind === 'reused') return rejected('idempotencyKeyReused');
  if (claim.kind === 'replay') return claim.answer as Answer<Reply>;
  const answer = await execute();
  if (answer.ok || !isTemporaryRejection(answer.code)) {
    const kept = deps.keys.keep(request, answer).catch((err: unknown) => {
      // The write is done. Without a stored answer a retry runs again, with the same command id.
      deps.log.warn({ err, key: request.key }, 'the answer to a keyed write was not stored');
    });
    // Its events say what became of the others.
    if (!hasEvents(answer)) await kept;
  }
  return answer;
}
