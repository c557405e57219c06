import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type MessageCode, refusal } from '#contracts/messages.ts';
import { isDatabaseAway } from '../database.ts';
import { EventStoreUnavailable } from '../event-store/event-store.port.ts';
import type { Log } from '../log.ts';
import { Refused } from './refused.ts';

/** When to come again after an outage. */
export const RETRY_AFTER_SECONDS = 2;

/** The one answer to whatever was thrown: a refusal of the request, an outage, or a bug of ours. */
export function createErrorHandler(log: Log) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Refused) {
      if (error.statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
      return refuse(reply, error.code, error.statusCode);
    }
    if (isOutage(error)) {
      log.warn({ err: error, route: request.routeOptions.url }, 'a server we need is away');
      return refuse(reply.header('retry-after', RETRY_AFTER_SECONDS), 'unavailable', 503);
    }
    const status = 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      return refuse(reply, status === 413 ? 'tooLarge' : 'malformed', status);
    }
    const correlationId = request.id;
    log.error({ err: error, correlationId, route: request.routeOptions.url }, 'request failed');
    return refuse(reply.header('x-correlation-id', correlationId), 'internalServerError', 500);
  };
}

export function refuse(reply: FastifyReply, code: MessageCode, status: number): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(refusal(code));
}

/** Codes of Postgres for: no resources, a lock or statement that took too long, a standby, a lost race. */
const PASSING = /^(53|55P03|57014|25006|40)/;

/** Something we depend on does not answer now and may soon; nothing is wrong with the request. */
export function isOutage(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable || isDatabaseAway(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    PASSING.test(code) ||
    code === 'FST_ERR_HANDLER_TIMEOUT' ||
    /^(Query read timeout|Cannot use a pool after calling end)/.test(error.message)
  );
}
