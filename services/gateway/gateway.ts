import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Server } from 'socket.io';
import { isForeign } from '#platform/http/admission.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { allowWebsockets } from '#platform/live/websockets.ts';
import type { Authenticate } from '#platform/principal.ts';
import { type AudienceDeps, createAudience } from './audience.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import { type LiveServer, release } from './live-socket.ts';

/** Clients send nothing but the topic that they want again. */
const MAX_CLIENT_MESSAGE_BYTES = 4 * 1024;
/** A connection that is not authenticated by then is closed. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** How long a closing server waits for its clients to receive the last messages. */
const GOODBYE_TIMEOUT_MS = 500;

export type GatewayDeps = AudienceDeps & {
  authenticate: Authenticate;
  /** The session token in a Cookie header; null when there is none. */
  sessionToken: (cookieHeader: string | undefined) => string | null;
  bus: Pick<LiveBus, 'subscribe'>;
  registry: Registry;
  /** Host (with port) of PUBLIC_URL, for proxies that rewrite Host; null when there is none. */
  publicHost: () => string | null;
};

/**
 * Puts the live dashboards on `app`: socket.io on its default path, websockets only, for signed-in employees
 * of companies with an active subscription, from pages of this site. Call it before `listen`. It closes with
 * the app. The protocol is in contracts/live/live-protocol.ts.
 */
export async function attachGateway(app: FastifyInstance, deps: GatewayDeps): Promise<void> {
  // Fastify's plugin must know of the shared port before anyone upgrades on it.
  await allowWebsockets(app);
  const metrics = createGatewayMetrics(deps.registry);
  const io: LiveServer = new Server({
    transports: ['websocket'],
    serveClient: false,
    // Compressing per client would cost more than all the rest together.
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_CLIENT_MESSAGE_BYTES,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
    allowRequest(request: IncomingMessage, answer) {
      const foreign = isForeign(request.headers, request.headers.host ?? '', deps.publicHost());
      if (foreign) metrics.refused.inc({ reason: 'foreignOrigin' });
      answer(foreign ? 'foreignOrigin' : null, !foreign);
    },
  });

  io.use((socket, next) => {
    const token = deps.sessionToken(socket.request.headers.cookie);
    const refuse = (reason: 'notLoggedIn' | 'subscriptionInactive' | 'unavailable') => {
      metrics.refused.inc({ reason });
      next(new Error(reason));
    };
    if (token === null) return refuse('notLoggedIn');
    deps.authenticate(token).then(
      (principal) => {
        if (!principal) return refuse('notLoggedIn');
        if (!principal.subscriptionIsActive) return refuse('subscriptionInactive');
        socket.data = { token, principal };
        next();
      },
      (err: unknown) => {
        deps.log.warn({ err }, 'a live connection could not be authenticated');
        refuse('unavailable');
      },
    );
  });

  const audience = createAudience(metrics, deps);
  io.on('connection', audience.onConnect);
  const unsubscribe = deps.bus.subscribe(audience.onMessage);
  io.attach(app.server, { destroyUpgrade: false });

  app.addHook('preClose', async () => {
    await Promise.all([...io.of('/').sockets.values()].map((socket) => release(socket, GOODBYE_TIMEOUT_MS)));
  });
  app.addHook('onClose', async () => {
    unsubscribe();
    audience.close();
    await io.close();
  });
}
