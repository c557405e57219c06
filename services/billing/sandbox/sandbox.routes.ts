import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { sendError } from '#platform/http/error-handler.ts';
import { isForeign } from '#platform/http/origin.ts';
import type { Principal } from '#platform/principal.ts';

const Body = Compile(Type.Object({ days: Type.Number({ exclusiveMinimum: 0, maximum: 3660 }) }));

export type SandboxRoutesDeps = {
  /** Resolves with the company's new time once every read model shows it; null: the company has never paid. */
  readonly advance: (companyId: string, seconds: number) => Promise<string | null>;
  readonly identify: (cookieHeader: string | undefined) => Promise<Principal | null>;
};

/**
 * `POST /dev/payments/advance` with `{ "days": 8 }` moves the time of the payments of the caller's company forward by
 * 8 days, and of nothing else. For super employees only. Must not be attached in production.
 */
export function sandboxRoutes(app: FastifyInstance, { advance, identify }: SandboxRoutesDeps): void {
  app.post('/dev/payments/advance', async (request, reply) => {
    if (isForeign(request.headers, request.host, null)) return sendError(reply, 'foreignOrigin');
    const caller = await identify(request.headers.cookie);
    if (!caller) return sendError(reply, 'notLoggedIn');
    if (caller.type !== 'super employee') return sendError(reply, 'restricted');
    if (!Body.Check(request.body)) return sendError(reply, 'malformed');
    const now = await advance(caller.companyId, Math.round(request.body.days * 86_400));
    return now === null ? sendError(reply, 'notFound') : { now };
  });
}
