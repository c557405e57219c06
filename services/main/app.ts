import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type ConnectionError, type FastifyInstance, type FastifyReply } from 'fastify';
import { errorBody } from '#contracts/messages.ts';
import { createErrorHandler, sendError } from '#platform/http/respond.ts';
import { newId } from '#platform/ids.ts';
import { api } from './api.ts';
import type { AppDeps } from './app-deps.ts';
import { pages } from './web/pages.ts';

const BODY_LIMIT = 256 * 1024;
/** Ids and dates are at most 64 characters; a longer one is an unknown path. */
const MAX_PARAM_LENGTH = 256;
/** The time limit for a whole request to arrive, so that a slow client does not hold a connection for ever. */
const REQUEST_TIMEOUT_MS = 30_000;
const CLOSE_IDLE_MS = 50;

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
    frameworkErrors: (_error, _request, reply) => sendError(reply as FastifyReply, 'malformed'),
    clientErrorHandler: connectionFailed,
  });
  app.setErrorHandler(createErrorHandler(deps.log));
  app.addHook('preClose', (done) => {
    closeWhatGetsIdle(app.server);
    done();
  });
  await app.register(api(deps), { prefix: '/api' });
  await app.register(pages(deps));
  return app;
}

/**
 * Fastify closes the connections that are idle when the end begins. One that is answered later would be kept
 * for another request until it times out, over a minute, and so long would the end take.
 */
function closeWhatGetsIdle(server: Server): void {
  if (!server.listening) return;
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  server.once('close', () => clearInterval(timer));
}

/** Fastify takes a number of hops only as a function, since a number says nothing about who the hops are. */
function trusted(proxies: AppDeps['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers invalid HTTP, and a URL or header that is too long, with the usual error body. */
function connectionFailed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(errorBody(error.code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'malformed'));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${STATUS_LINES[error.code] ?? '400 Bad Request'}\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
