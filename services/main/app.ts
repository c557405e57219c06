import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { createErrorHandler, refuse } from '#platform/http/failures.ts';
import type { IdempotencyKeys } from '#platform/http/idempotency-keys.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import {
  BODY_LIMIT,
  connectionFailed,
  MAX_PARAM_LENGTH,
  REQUEST_TIMEOUT_MS,
} from '#platform/http/server-limits.ts';
import { newId } from '#platform/ids.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Accounts } from '#services/auth/accounts.ts';
import type { Sessions } from '#services/auth/sessions.ts';
import type { SignInLimits } from '#services/auth/sign-in-limits.ts';
import type { SalesCommands } from '#services/sales/sales.commands.ts';
import type { ShiftsCommands } from '#services/shifts/shifts.commands.ts';
import { api } from './api.ts';
import { pages } from './pages.ts';

/** Everything the app talks to, as plain values; `wiring.ts` and tests fill it. */
export type AppDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: LiveBus;
  /** As browsers see us; a function because a free port is known only once the app listens. */
  readonly publicUrl: () => string | undefined;
  /** True when browsers reach us over https: cookies are `Secure` then. */
  readonly secureCookies: boolean;
  /** Whose X-Forwarded-* headers count: nobody's, everybody's, those of so many hops, or of these addresses. */
  readonly trustProxy: boolean | number | string[];
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly signInLimits: SignInLimits;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly commands: { readonly sales: SalesCommands; readonly shifts: ShiftsCommands };
  readonly db: Kysely<ReadModels>;
  readonly progress: Progress;
  /** Attach what is not the REST API: gateway, health, metrics, the web app. In this order. */
  readonly extend?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Answers whatever nobody else did outside /api; the web app shows its own page for it. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown;
};

/** Builds the whole HTTP side and never listens. `app.close()` ends it; what was passed in stays open. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    genReqId: newId,
    trustProxy: trusted(deps.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // Requests that came in before the end are answered as ever; the connection closes after that.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // A path that cannot be decoded: before any route, so before any error handler.
    frameworkErrors: (_error, _request, reply) => refuse(reply as FastifyReply, 'malformed', 400),
    clientErrorHandler: connectionFailed,
  });
  app.setErrorHandler(createErrorHandler(deps.log));
  await app.register(api(deps), { prefix: '/api' });
  await app.register(pages(deps));
  return app;
}

/** Fastify takes a number of hops only as a function, since a number says nothing about who the hops are. */
function trusted(proxies: AppDeps['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}
