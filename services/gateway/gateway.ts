import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Server } from 'socket.io';
import { type Asked, isForeign } from '#platform/http/admission.ts';
import { createDoor, createPlaces, type DoorDeps, MOST_DASHBOARDS } from '#platform/live/client-limits.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { allowWebsockets } from '#platform/live/websockets.ts';
import type { Principal } from '#platform/principal.ts';
import { type AudienceDeps, createAudience } from './audience.ts';
import { createGatewayMetrics } from './gateway-metrics.ts';
import { type LiveServer, type LiveSocket, limitMessages, releaseAll } from './live-socket.ts';

/** Clients send nothing but the topic that they want again. */
const MAX_CLIENT_MESSAGE_BYTES = 4 * 1024;
/** A connection that is not authenticated by then is closed. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A connection without an answer to its heartbeat for so long is closed, on either side. */
const SILENT_AFTER_MS = 10_000;

type Refusal = 'notLoggedIn' | 'subscriptionInactive' | 'tooManyConnections' | 'unavailable';

export type GatewayDeps = AudienceDeps &
  DoorDeps & {
    bus: Pick<LiveBus, 'subscribe'>;
    /** Whether what dashboards show can be read by this version of the program. */
    source: { isReadable(): boolean; onLost(listener: () => void): () => void };
    registry: Registry;
    /** Tells the security log. */
    onRefused: (reason: string, request: IncomingMessage, person?: Principal) => void;
    askedFor: (request: IncomingMessage) => Asked;
    /** As browsers see us. */
    publicUrl: () => string | undefined;
    /** Of the web app; null when this process serves none. */
    release: string | null;
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
  const noteRefused: GatewayDeps['onRefused'] = (reason, ...who) => {
    metrics.refused.inc({ reason });
    deps.onRefused(reason, ...who);
  };
  const door = createDoor(deps);
  const io: LiveServer = new Server({
    transports: ['websocket'],
    serveClient: false,
    // Compressing per client would cost more than all the rest together.
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_CLIENT_MESSAGE_BYTES,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
    // The heartbeat itself stays rare: with 1,000 connections one every 10 seconds costs twice as much as one every 25.
    pingTimeout: SILENT_AFTER_MS,
    allowRequest(request: IncomingMessage, answer) {
      const refuse = (reason: 'foreignOrigin' | 'tooManyConnections') => {
        noteRefused(reason, request);
        answer(reason, false);
      };
      if (isForeign(request.headers, deps.askedFor(request), deps.publicUrl()))
        return refuse('foreignOrigin');
      void door(request).then((isOpen) => (isOpen ? answer(null, true) : refuse('tooManyConnections')));
    },
  });

  const places = createPlaces(MOST_DASHBOARDS);
  io.use((socket, next) => {
    const token = deps.sessionToken(socket.request.headers.cookie);
    const refuse = (reason: Refusal, person?: Principal) => {
      noteRefused(reason, socket.request, person);
      next(new Error(reason));
    };
    if (token === null) return refuse('notLoggedIn');
    deps.authenticate(token).then(
      (principal) => {
        if (!deps.source.isReadable()) return refuse('unavailable');
        if (!principal || principal.needsFactor) return refuse('notLoggedIn');
        if (!principal.subscriptionIsActive) return refuse('subscriptionInactive');
        if (places.isFull(principal.sessionId)) return refuse('tooManyConnections', principal);
        if (socket.conn.readyState === 'open') socket.conn.once('close', places.take(principal.sessionId));
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
  io.on('connection', (socket) => {
    if (deps.release !== null) socket.emit('release', deps.release);
    audience.onConnect(socket);
  });
  const unsubscribe = deps.bus.subscribe(audience.onMessage);
  io.attach(app.server, { destroyUpgrade: false });
  io.engine.on('connection', (conn: LiveSocket['conn']) =>
    limitMessages(conn, deps.scheduler, () => noteRefused('tooManyMessages', conn.request)),
  );

  // They connect again, to a process of the other version.
  const unheed = deps.source.onLost(() => void (deps.source.isReadable() || releaseAll(io, deps.scheduler)));
  app.addHook('preClose', async () => releaseAll(io, deps.scheduler));
  app.addHook('onClose', async () => {
    for (const end of [unheed, unsubscribe, audience.close]) end();
    await io.close();
  });
}
