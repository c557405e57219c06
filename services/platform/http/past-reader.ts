import type { FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF, AS_OF_HEADER, type AsOf } from '#contracts/as-of.ts';
import { parseAsOf } from '#contracts/parse-as-of.ts';
import { asOf, type PastMoment } from '../as-of-scope.ts';
import { withinCompany } from '../company-scope.ts';
import type { Answer } from './call.ts';
import { sendError } from './error-handler.ts';
import type { ReadYourWrites } from './read-your-writes.ts';
import { untilFresh } from './reader.ts';
import { respond } from './respond.ts';

type PastReaderDeps = {
  readonly readYourWrites: ReadYourWrites;
  /** The moment that the parameter names for a company; null when it is in the future. */
  readonly pastMoment: (companyId: string, wanted: AsOf) => Promise<PastMoment | null>;
};

/** True when a request has the as-of parameter, valid or not. */
export function asksForPast({ query }: FastifyRequest): boolean {
  return AS_OF in (query as object);
}

/**
 * Answers a read as of the moment in its parameter, and names that moment in a header. These replies are not
 * cached, so they never get mixed up with present ones.
 */
export function createPastReader(
  ask: (request: FastifyRequest) => Answer<unknown> | Promise<Answer<unknown>>,
  deps: PastReaderDeps,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
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
