import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { BlockList, createServer as createProbe, isIP, isIPv6, type Socket } from 'node:net';
import Fastify, { type ConnectionError, type FastifyInstance, type FastifyReply } from 'fastify';
import { errorBody } from '#contracts/messages.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { TrustedProxies } from '#platform/environment.ts';
import type { Asked } from '#platform/http/admission.ts';
import { createErrorHandler, sendError } from '#platform/http/respond.ts';
import type { Log } from '#platform/log.ts';
import { CliError } from '#platform/terminal.ts';

const BODY_LIMIT = 256 * 1024;
/** Ids and dates are at most 64 characters; a longer one is an unknown path. */
const MAX_PARAM_LENGTH = 256;
/** The time limit for a whole request to arrive, so that a slow client does not hold a connection for ever. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for requests beyond it; by default as seldom as that. */
const LATE_REQUESTS_MS = 5000;
const CLOSE_IDLE_MS = 50;

type ServerDeps = {
  readonly trustProxy: TrustedProxies;
  /** True when browsers reach us over https. */
  readonly secureCookies: boolean;
  readonly log: Log;
  readonly scheduler: Scheduler;
};

/** An HTTP server without routes, with its limits and error replies. */
export function createServer({ trustProxy, secureCookies, log, scheduler }: ServerDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    // A call to the system for each request otherwise.
    genReqId: randomUUID.bind(null, undefined),
    trustProxy: trustProxy === false ? false : trustIn(trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // With a longer limit for the headers, as by default, Node takes each of the two for the other.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: LATE_REQUESTS_MS },
    exposeHeadRoutes: false,
    // Requests that came in before the end are answered as ever; the connection closes after that.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // A path that cannot be decoded: before any route, so before any error handler.
    frameworkErrors: (_error, _request, reply) =>
      sendError((reply as FastifyReply).headers(headersOfReplies(secureCookies)), 'malformed'),
    clientErrorHandler: (error, socket) => connectionFailed(error, socket, headersOfReplies(secureCookies)),
  });
  app.setErrorHandler(createErrorHandler(log));
  warnOfUnknownProxy(app, trustProxy, log);
  endConnectionsAtClose(app, scheduler);
  return app;
}

/** Whether the X-Forwarded-* headers count that come from this address, so many hops away. */
function trustIn(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const listed = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(bits), family);
  }
  // A client sends what it likes, and the check throws for what is no address.
  return (address) => isIP(address) !== 0 && listed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Warns once: behind a proxy that TRUST_PROXY does not name all clients count as one. A client may send the header, too. */
function warnOfUnknownProxy(app: FastifyInstance, proxies: TrustedProxies, log: Log): void {
  const trusts = trustIn(proxies);
  let warned = false;
  app.addHook('onRequest', ({ raw: { headers, socket } }, _reply, done) => {
    const peer = socket.remoteAddress ?? '';
    if (!warned && headers['x-forwarded-for'] !== undefined && !trusts(peer, 0)) {
      warned = true;
      log.warn(
        { peer },
        'X-Forwarded-For is ignored: TRUST_PROXY does not name its sender. Clients behind a proxy count as one',
      );
    }
    done();
  });
}

/** What the client asked for, as `host` and `protocol` of a route's request, for requests that no route gets. */
export function createAskedFor(proxies: TrustedProxies): (request: IncomingMessage) => Asked {
  const trusts = trustIn(proxies);
  return ({ headers, socket }) => {
    const isTrusted = trusts(socket.remoteAddress ?? '', 0);
    const forwarded = (name: string) =>
      (isTrusted ? String(headers[name] ?? '') : '').split(',').at(-1)?.trim();
    return {
      host: forwarded('x-forwarded-host') || (headers.host ?? ''),
      protocol: forwarded('x-forwarded-proto') || 'http',
    };
  };
}

/** The address of the client, as `request.ip` of a route, for requests that no route gets. */
export function addressOf(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const trusts = trustIn(proxies);
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    const hops = [socket.remoteAddress ?? '', ...forwarded.map((each) => each.trim()).toReversed()];
    const known = hops.filter((each) => each !== '');
    return known.find((each, hop) => !trusts(each, hop)) ?? known.at(-1) ?? '';
  };
}

/** With https a browser comes back by nothing else, for a year. */
const BY_HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Of each reply that is no page: nothing in it is to be shown, run, framed, kept or told to other sites. */
function headersOfReplies(secure: boolean): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    ...(secure && BY_HTTPS_ONLY),
  };
}

export function guardReplies(app: FastifyInstance, secure: boolean): void {
  const headers = headersOfReplies(secure);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers invalid HTTP, and a URL or header that is too long, with the usual error body. */
function connectionFailed(
  error: ConnectionError,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(errorBody(error.code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'malformed'));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${STATUS_LINES[error.code] ?? '400 Bad Request'}\r\nConnection: close\r\n` +
        `${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

/**
 * Lets a closing server end. Fastify closes only the connections that are idle when closing begins, Node's limits end
 * with the listener, and one connection that sends nothing, as browsers open them ahead, would keep it open for ever.
 */
export function endConnectionsAtClose(app: FastifyInstance, scheduler: Scheduler): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', open.delete.bind(open, socket));
  });
  app.addHook('preClose', (done) => {
    if (server.listening)
      server.once('close', scheduler.every(CLOSE_IDLE_MS, closer(server, open, scheduler)));
    done();
  });
}

/** Ends what is idle or silent at once, and a connection that gets no byte of an answer after the time of a request. */
function closer(server: Server, open: ReadonlySet<Socket>, scheduler: Scheduler): () => void {
  const written = () => new Map([...open].map((socket) => [socket, socket.bytesWritten]));
  let before = written();
  let since = scheduler.now();
  return () => {
    server.closeIdleConnections();
    const isTime = scheduler.now() - since >= REQUEST_TIMEOUT_MS;
    for (const socket of open) {
      const isStuck = isTime && socket.bytesWritten === before.get(socket);
      if (isStuck || socket.bytesRead === 0) socket.destroy();
    }
    if (!isTime) return;
    before = written();
    since = scheduler.now();
  };
}

/** Where to listen, and how the variables for it begin. */
type Place = Pick<Config, 'host' | 'port'> & { readonly prefix?: 'METRICS_' };

/** Throws before anything is started; `listen` would throw the same at the end. */
export async function assertPortIsFree(place: Place): Promise<void> {
  if (place.port === 0) return;
  const probe = createProbe();
  try {
    await new Promise<void>((done, fail) => {
      probe.once('error', fail);
      probe.listen(place.port, place.host, done);
    });
  } catch (error) {
    throw explained(error, place);
  }
  await new Promise((done) => probe.close(done));
}

/** Listens and returns the address for a person on this machine, without a slash at the end. */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  try {
    await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw explained(error, place);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(place.host);
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

function explained(error: unknown, { host, port, prefix: given }: Place): unknown {
  const prefix = given ?? '';
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CliError(
        `${prefix}PORT ${port} is taken by another program. Stop it, or set ${prefix}PORT to another one.`,
      );
    case 'EACCES':
      return new CliError(
        `${prefix}PORT ${port} is not for everybody to use. Set ${prefix}PORT to 1024 or above.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CliError(`${prefix}HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
