import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import { RESTRICTED, SIGNED_OUT } from '#contracts/live/audit-feed.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { AccessRights } from '#platform/access/access-rights.ts';
import type { Cancel, Scheduler } from '#platform/clock.ts';
import { auditLine, type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { isForeign } from '#platform/http/admission.ts';
import { sendError } from '#platform/http/respond.ts';
import { createMessageLimit, createPlaces, TOO_MANY_MESSAGES } from '#platform/live/client-limits.ts';
import type { SessionWatch } from '#platform/live/session-watch.ts';
import { allowWebsockets } from '#platform/live/websockets.ts';
import type { Log } from '#platform/log.ts';
import { type Authenticate, isManager, type Principal } from '#platform/principal.ts';
import { type CompanyTailDeps, companyTail } from './company-tail.ts';
import { createSharedReader } from './shared-reader.ts';

/** With more bytes unsent to a client, reading pauses. */
const HIGH_WATER_BYTES = 256 * 1024;
const BATCH = 200;
/** A person has no use for more, and each has its own past to read. */
const MOST_PER_PERSON = 4;
const personOf = ({ companyId, employeeId }: Principal) => `${companyId} ${employeeId}`;
const FAREWELL_MS = 250;

export type AuditFeedDeps = {
  authenticate: Authenticate;
  sessionToken: (cookieHeader: string | undefined) => string | null;
  watch: SessionWatch;
  store: CompanyTailDeps['store'] & Pick<EventStore, 'head' | 'subscribe'>;
  places: CompanyTailDeps['places'];
  visible: AccessRights['visible'];
  log: Pick<Log, 'error'>;
  scheduler: Scheduler;
  registry: Registry;
  publicUrl: () => string | undefined;
  /** Tells the security log. */
  onRefused: (code: string, request: IncomingMessage, person?: Principal) => void;
};

type Admitted = { token: string; principal: Principal; after: number | null };

/**
 * `/ws/audit`: the company's events for its managers, as they are appended, one JSON line per frame.
 * The protocol: contracts/live/audit-feed.ts.
 */
export async function auditFeed(app: FastifyInstance, deps: AuditFeedDeps): Promise<void> {
  await allowWebsockets(app);
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const places = createPlaces(MOST_PER_PERSON);
  const shared = createSharedReader(deps.store);
  const feeds = new Gauge({
    name: 'tallyboard_audit_feeds',
    help: 'Audit feeds connected to this process',
    registers: [deps.registry],
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const refuse = (code: MessageCode, person?: Principal) => {
      deps.onRefused(code, request.raw, person);
      return sendError(reply, code);
    };
    if (isForeign(request.headers, request, deps.publicUrl())) return refuse('foreignOrigin');
    const token = deps.sessionToken(request.headers.cookie);
    const principal = token === null ? null : await deps.authenticate(token);
    if (token === null || !principal) return refuse('notLoggedIn');
    if (principal.needsFactor) return refuse('factorNeeded', principal);
    if (!principal.subscriptionIsActive) return refuse('subscriptionInactive', principal);
    if (!isManager(principal)) return refuse('restricted', principal);
    const after = positionOf((request.query as { after?: unknown }).after);
    // A position behind the end of the log would skip the events up to it.
    const isPlace = after !== undefined && (after === null || after <= (await deps.store.head()));
    if (!isPlace) return refuse('malformed', principal);
    // Last: no await between this check and the count, so concurrent feeds cannot pass the limit.
    if (places.isFull(personOf(principal))) return refuse('tooManyRequests', principal);
    admitted.set(request, { token, principal, after });
    return undefined;
  }

  app.get('/ws/audit', { websocket: true, preValidation: admit }, (socket, request) => {
    const { token, principal, after } = admitted.get(request) as Admitted;
    const gone = new AbortController();
    const leave = (code: number, reason: string) => {
      gone.abort();
      socket.close(code, reason);
      deps.scheduler.after(FAREWELL_MS, () => socket.terminate());
    };
    const stopPings = keepAlive(socket, deps.scheduler);
    const unwatch = deps.watch.watch(token, principal, {
      ended: () => leave(SIGNED_OUT, 'signed out'),
      changed(now) {
        if (!isManager(now) || !now.subscriptionIsActive) leave(RESTRICTED, 'restricted');
      },
    });
    const leavePlace = places.take(personOf(principal));
    feeds.inc();
    const isOneTooMany = createMessageLimit(deps.scheduler);
    const heed = () => {
      if (!isOneTooMany() || gone.signal.aborted) return;
      deps.onRefused('tooManyMessages', request.raw, principal);
      leave(TOO_MANY_MESSAGES.code, TOO_MANY_MESSAGES.reason);
    };
    socket.on('message', heed);
    socket.on('ping', heed);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      gone.abort();
      stopPings();
      unwatch();
      feeds.dec();
      leavePlace();
    });
    tail(socket, principal, after, gone.signal).catch((err: unknown) => {
      deps.log.error({ err }, 'an audit feed broke off');
      socket.close(1011, 'the feed broke off');
    });
  });

  async function tail(
    socket: WebSocket,
    reader: Principal,
    from: number | null,
    signal: AbortSignal,
  ): Promise<void> {
    const after = from ?? (await deps.store.head());
    for await (const batch of companyTail({ ...deps, reader: shared }, reader.companyId, {
      after,
      batchSize: BATCH,
      signal,
    })) {
      for (const event of await deps.visible(reader, batch)) {
        if (signal.aborted) return;
        // Called when the operating system has taken the frame, or with an error when the socket is closed.
        const sent = new Promise<void>((done) => socket.send(auditLine(event), () => done()));
        if (socket.bufferedAmount > HIGH_WATER_BYTES) await sent;
      }
    }
  }
}

/** Null when missing, undefined when it is not a position. */
function positionOf(text: unknown): number | null | undefined {
  if (text === undefined) return null;
  if (typeof text !== 'string' || !/^(-1|\d{1,15})$/.test(text)) return undefined;
  return Math.max(START, Number(text));
}

/** Below the minute after which proxies close a silent connection. */
const PING_MS = 20_000;

/** Pings a websocket and ends it when a ping stays without an answer. Returns the function that stops it. */
function keepAlive(socket: WebSocket, scheduler: Scheduler): Cancel {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  return scheduler.every(PING_MS, () => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  });
}
