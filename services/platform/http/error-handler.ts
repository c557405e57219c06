import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { QueueFullError } from '../concurrency/semaphore.ts';
import { isTemporary } from '../database-errors.ts';
import { EventStoreUnavailable } from '../event-store/event-store.port.ts';
import type { Log } from '../log.ts';
import { HttpError } from './http-error.ts';
import { statusOf } from './status.ts';

/** How long a client waits before it repeats a request that failed in an outage. */
export const RETRY_AFTER_SECONDS = 2;

/** The one reply to any error that was thrown: a rejected request, an outage, or a bug. */
export function createErrorHandler(log: Log) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof HttpError) return sendError(reply, error.code, error.statusCode);
    if (error instanceof QueueFullError) return sendUnavailable(reply);
    if (isOutage(error)) {
      log.warn({ err: error, route: request.routeOptions.url }, 'a server we need is away');
      return sendUnavailable(reply);
    }
    const status = 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      return sendError(reply, status === 413 ? 'tooLarge' : 'malformed', status);
    }
    const correlationId = request.id;
    log.error({ err: error, correlationId, route: request.routeOptions.url }, 'request failed');
    return sendError(reply.header('x-correlation-id', correlationId), 'internalServerError');
  };
}

export function sendError(reply: FastifyReply, code: MessageCode, status = statusOf(code)): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(code));
}

function sendUnavailable(reply: FastifyReply): FastifyReply {
  return sendError(reply.header('retry-after', RETRY_AFTER_SECONDS), 'unavailable');
}

/** True when a server that the request needs does not answer; the request itself is fine. */
export function isOutage(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || isTemporary(error)) return true;
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';
}
