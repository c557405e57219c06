import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { QueueFullError } from '../concurrency/mutex.ts';
import { isTemporary } from '../database-errors.ts';
import { EventStoreUnavailable } from '../event-store/event-store.port.ts';
import type { Log } from '../log.ts';
import type { Answer } from './call.ts';
import { sendPieces } from './compress.ts';

/** How long a client waits before it repeats a request that failed in an outage. */
const RETRY_AFTER_SECONDS = 2;

/** Sets the headers and the status of an answer, and returns what is to be sent. */
export function respond<Reply>(reply: FastifyReply, answer: Answer<Reply>): Reply | FastifyReply {
  if (!answer.ok) return refused(reply, answer.code, answer.retryAfterSeconds);
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
  if (answer.file) {
    const { name, type } = answer.file;
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    return sendPieces(reply, answer.reply as AsyncIterable<string>);
  }
  return answer.reply;
}

function refused(reply: FastifyReply, code: MessageCode, retryAfterSeconds?: number): FastifyReply {
  const status = statusOf(code);
  const later = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (later !== undefined) reply.header('retry-after', later);
  return sendError(reply, code);
}

/** The one reply to any error that was thrown: a rejected request, an outage, or a bug. */
export function createErrorHandler(log: Log) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    forgetFile(reply);
    if (error instanceof HttpError) return sendError(reply, error.code, error.statusCode);
    if (error instanceof QueueFullError) return sendUnavailable(reply);
    if (isOutage(error)) {
      log.warn({ err: error, route: request.routeOptions.url }, 'a server we need is away');
      return sendUnavailable(reply);
    }
    const status = 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      const takesFile = request.routeOptions.config.takesFile;
      if (takesFile && status !== 400)
        return sendError(reply, status === 413 ? 'fileTooLarge' : 'notCsvFile');
      return sendError(reply, status === 413 ? 'tooLarge' : 'malformed', status);
    }
    const correlationId = request.id;
    log.error({ err: error, correlationId, route: request.routeOptions.url }, 'request failed');
    return sendError(reply.header('x-correlation-id', correlationId), 'internalServerError');
  };
}

/** A file that fails before its first piece has set its headers, and the error is none. */
function forgetFile(reply: FastifyReply): void {
  for (const name of ['content-disposition', 'content-encoding']) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
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

/** Carries a rejection out of Fastify's own steps (parsing, validation), which pass on errors only. */
export class HttpError extends Error {
  readonly code: MessageCode;
  readonly statusCode: number;
  constructor(code: MessageCode, statusCode: number) {
    super(code);
    this.name = 'HttpError';
    this.code = code;
    this.statusCode = statusCode;
  }
}

/**
 * The HTTP status of each rejection. Codes that are not listed have 400: the request makes no sense as it is, for
 * example because of a wrong value, a missing field, or a text that cannot be stored.
 */
const STATUS: Partial<Record<MessageCode, number>> = {
  notLoggedIn: 401,
  failedLogin: 401,
  emailNotProven: 401,
  subscriptionInactive: 402,
  restricted: 403,
  foreignOrigin: 403,
  supervisorsDeleteJobAids: 403,
  notFound: 404,
  noSuchEmail: 404,
  noSuchCampaign: 404,
  noSuchEmployee: 404,
  noSuchGoal: 404,
  noSuchSale: 404,
  noSuchCompany: 404,
  noSuchJobAid: 404,
  noSuchSession: 404,
  noSuchManager: 404,
  noSuchShift: 404,
  shiftStartMissing: 404,
  wrongMethod: 405,
  alreadySubscribed: 409,
  noSubscription: 409,
  campaignHasEmployees: 409,
  companyNameTaken: 409,
  conflict: 409,
  shiftExists: 409,
  otherImportRuns: 409,
  emailTaken: 409,
  goalHasCampaigns: 409,
  goalNeededFirst: 409,
  notYourself: 409,
  superEmployeeIsManager: 409,
  superEmployeeStays: 409,
  tooLarge: 413,
  fileTooLarge: 413,
  lineTooLong: 413,
  tooManyColumns: 413,
  tooManyPeople: 413,
  notCsvFile: 415,
  idempotencyKeyReused: 422,
  tooManyRequests: 429,
  internalServerError: 500,
  unavailable: 503,
  failedToSendMessage: 503,
  // The payment provider does not answer.
  failedToCancelSubscription: 503,
  somethingWentWrong: 503,
};

export function statusOf(code: MessageCode): number {
  return STATUS[code] ?? 400;
}

/** True when the same request may succeed later, so that its rejection must not be stored as its reply. */
export function isTemporaryRejection(code: MessageCode): boolean {
  const status = statusOf(code);
  return code === 'conflict' || status === 429 || status >= 500;
}
