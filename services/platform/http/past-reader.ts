import type { FastifyReply, FastifyRequest } from 'fastify';
import { AS_OF, AS_OF_HEADER, type AsOf } from '#contracts/as-of.ts';
import { parseAsOf } from '#contracts/parse-as-of.ts';
import { asOf, type PastMoment } from '../as-of-scope.ts';
import { withinCompany } from '../company-scope.ts';
import type { Answer } from './call.ts';
import { refuse } from './failures.ts';
import type { ReadYourWrites } from './read-your-writes.ts';
import { untilFresh } from './reader.ts';
import { statusOf } from './refusal-status.ts';
import { respond } from './respond.ts';

type PastReaderDeps = {
  readonly readYourWrites: ReadYourWrites;
  /** What the parameter means for a company; null for what has not come yet. */
  readonly pastMoment: (companyId: string, wanted: AsOf) => Promise<PastMoment | null>;
};

/** Whether a call names a moment, whatever it says there. */
export function asksForPast({ query }: FastifyRequest): boolean {
  return AS_OF in (query as object);
}

/**
 * Answers a read as of the moment that the call names, and says in a header which that is. Such replies are
 * made anew each time: none of them is ever given in the place of one of now, nor the other way round.
 */
export function createPastReader(
  ask: (request: FastifyRequest) => Answer<unknown> | Promise<Answer<unknown>>,
  deps: PastReaderDeps,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const wanted = parseAsOf((request.query as { [AS_OF]?: unknown })[AS_OF]);
    if (!wanted) return refuse(reply, 'invalidAsOf', statusOf('invalidAsOf'));
    const caller = request.principal;
    if (caller === null) throw new Error('what everybody may read is nobody’s past');
    await untilFresh(request, reply, deps);
    const { companyId } = caller;
    const moment = await withinCompany(companyId, () => deps.pastMoment(companyId, wanted));
    if (!moment) return refuse(reply, 'asOfFuture', statusOf('asOfFuture'));
    reply.header(AS_OF_HEADER, `${moment.position} ${moment.instant}`);
    return respond(reply, await asOf(moment, () => ask(request)));
  };
}
