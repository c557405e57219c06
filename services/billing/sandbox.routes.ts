import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { refuse } from '#platform/http/failures.ts';
import { isForeign } from '#platform/http/origin.ts';
import type { Principal } from '#platform/principal.ts';

const Body = Compile(Type.Object({ days: Type.Number({ exclusiveMinimum: 0, maximum: 3660 }) }));

export type SandboxRoutesDeps = {
  /** Visible to every read when it resolves with the company's time from then on; null: it has never paid. */
  readonly advance: (companyId: string, seconds: number) => Promise<string | null>;
  readonly identify: (cookieHeader: string | undefined) => Promise<Principal | null>;
};

/**
 * `POST /dev/payments/advance` with `{ "days": 8 }`: the payments of the caller's own company are so much later
 * from now on; nobody else's, and nothing but payments. For its super employee. Never attach this in production.
 */
export function sandboxRoutes(app: FastifyInstance, { advance, identify }: SandboxRoutesDeps): void {
  app.post('/dev/payments/advance', async (request, reply) => {
    if (isForeign(request.headers, request.host, null)) return refuse(reply, 'foreignOrigin', 403);
    const caller = await identify(request.headers.cookie);
    if (!caller) return refuse(reply, 'notLoggedIn', 401);
    if (caller.type !== 'super employee') return refuse(reply, 'restricted', 403);
    if (!Body.Check(request.body)) return refuse(reply, 'malformed', 400);
    const now = await advance(caller.companyId, Math.round(request.body.days * 86_400));
    return now === null ? refuse(reply, 'notFound', 404) : { now };
  });
}
