import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createAccessRights } from '#platform/access/access-rights.ts';
import type { Config } from '#platform/config.ts';
import type { HealthCheck } from '#platform/http/health.routes.ts';
import { createSecurityLog, type SecurityLog } from '#platform/http/security-log.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createSessionWatch } from '#platform/live/session-watch.ts';
import type { Principal } from '#platform/principal.ts';
import { catalogue } from '#projections/catalogue/catalogue.projector.ts';
import { companyAccount } from '#projections/company-account/company-account.projector.ts';
import { directory } from '#projections/directory/directory.projector.ts';
import { employeeDays } from '#projections/employee-days/employee-days.projector.ts';
import { history } from '#projections/history/history.projector.ts';
import type { VersionWatch } from '#projections/runner/other-versions.ts';
import type { ProjectionProgress } from '#projections/runner/progress.ts';
import type { Identity } from '#services/auth/auth.module.ts';
import { createDeviceCookie, createSessionCookie } from '#services/auth/session-cookie.ts';
import type { Sessions } from '#services/auth/sessions.ts';
import { attachGateway } from '#services/gateway/gateway.ts';
import { auditFeed } from '#services/proof/feed/audit-feed.routes.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import type { Reads } from './open-database.ts';
import { addressOf, createAskedFor } from './server.ts';
import type { Core } from './wiring.ts';

type LiveDeps = {
  readonly core: Pick<Core, 'clock' | 'config' | 'scheduler' | 'log' | 'pool' | 'queries' | 'store'>;
  readonly db: Reads['db'];
  readonly versions: Pick<VersionWatch, 'areReadable' | 'onLost'>;
  readonly bus: LiveBus;
  readonly progress: ProjectionProgress;
  readonly registry: Registry;
  readonly securityLog: SecurityLog;
  readonly secureCookies: boolean;
  /** Of the web app that this process serves; null without one. */
  readonly release: string | null;
  /** As browsers see us, once it is known. */
  readonly publicUrl: () => string | undefined;
};

type SecurityLogDeps = Omit<Parameters<typeof createSecurityLog>[0], 'watch' | 'deviceOf'> & {
  readonly identity: Pick<Identity, 'watch'>;
  readonly secureCookies: boolean;
};

/** One for a process: its routes and its websockets share the counters. */
export function securityLogOf({ identity: { watch }, secureCookies, ...deps }: SecurityLogDeps): SecurityLog {
  return createSecurityLog({ ...deps, watch, deviceOf: createDeviceCookie(secureCookies).read });
}

/** Attaches the routes with long-lived connections: dashboards and the audit feed. */
export async function attachLive(
  app: FastifyInstance,
  { core, db, versions, bus, progress, registry, securityLog, secureCookies, release, publicUrl }: LiveDeps,
  sessions: Sessions,
): Promise<void> {
  const { clock, scheduler, log, store } = core;
  const authenticate = (token: string) => sessions.authenticate(token);
  const { authenticateAll, endedLately } = sessions;
  const rightsIn = [directory.name, companyAccount.name];
  const watch = createSessionWatch({ authenticateAll, endedLately, rightsIn, bus, log, scheduler });
  app.addHook('onClose', async () => watch.close());
  const { trustProxy } = core.config;
  const client = addressOf(trustProxy);
  const onRefused = (code: string, request: IncomingMessage, person?: Principal) => {
    const [call = ''] = (request.url ?? '').split('?', 1);
    const { cookie: cookies } = request.headers;
    securityLog.socketRefused(code, { call: `GET ${call}`, person, address: client(request), cookies });
  };
  const door = {
    onRefused,
    authenticate,
    sessionToken: createSessionCookie(secureCookies).read,
    publicUrl,
    watch,
    registry,
    store,
    log,
    scheduler,
  };
  const shown = [...rightsIn, employeeDays.name, catalogue.name, history.name];
  const source = { isReadable: () => versions.areReadable(shown), onLost: versions.onLost };
  const deps = {
    ...door,
    askedFor: createAskedFor(trustProxy),
    addressOf: client,
    release,
    bus,
    queries: db,
    source,
    progress,
    clock,
  };
  await attachGateway(app, deps);
  const { visible } = createAccessRights(core.queries);
  await auditFeed(app, { ...door, visible, places: createSealLinks(core.pool) });
}

/**
 * Without the bus dashboards stand still: those of this gateway, and all when the news of these projections is not sent.
 * The other roles go on without it, so a process that is also an API stays ready: else no sale could be recorded.
 */
export function liveBusCheck(bus: Pick<LiveBus, 'downForMs'>, { roles }: Pick<Config, 'roles'>): HealthCheck {
  const needsIt = !roles.has('api') && (roles.has('gateway') || roles.has('projections'));
  const check = async () => {
    const down = bus.downForMs();
    if (down === null) return {};
    const downSeconds = Math.round(down / 1000);
    return { ...(needsIt && { problem: `down for ${downSeconds} seconds` }), downSeconds };
  };
  return { name: 'live bus', check };
}
