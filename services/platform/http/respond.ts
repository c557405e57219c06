import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { UndecodableEvent, UnwritableEvent } from '#contracts/events/codec.ts';
import { errorBody, type MessageCode } from '#contracts/messages.ts';
import { QueueFullError } from '../concurrency/mutex.ts';
import { isTemporary } from '../database-errors.ts';
import { EventStoreUnavailable } from '../event-store/event-store.port.ts';
import type { Log } from '../log.ts';
import type { Answer } from './call.ts';

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

/** Streams a file, no faster than the client reads. */
function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  const text = Readable.from(pieces, { objectMode: false });
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  if (encoding === null) return reply.send(text);
  const packer = streamPackers[encoding]();
  // The end of one is the end of the other; Fastify gets a failure from the packer.
  pipeline(text, packer, () => {});
  return reply.header('content-encoding', encoding).send(packer);
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
    // The client hung up within its request, and the error is that of its connection, not of a server's.
    if (error === request.raw.errored) return sendError(reply, 'malformed');
    if (error instanceof QueueFullError) return refused(reply, 'unavailable');
    if (isOutage(error)) {
      log.warn({ err: error, route: request.routeOptions.url }, 'a server we need is away');
      return refused(reply, 'unavailable');
    }
    const status = 'statusCode' in error ? error.statusCode : undefined;
    if (status !== undefined && status >= 400 && status < 500) {
      if (request.routeOptions.config.takesFile && status !== 400)
        return sendError(reply, status === 413 ? 'fileTooLarge' : 'notCsvFile');
      return sendError(reply, status === 413 ? 'tooLarge' : 'malformed', status);
    }
    log.error({ err: error, correlationId: request.id, route: request.routeOptions.url }, 'request failed');
    return sendError(reply.header('x-correlation-id', request.id), 'internalServerError');
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
  reply.refusal = code;
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(code));
}

/** True when the request is fine: a server does not answer, or only a newer version can read what it needs. */
export function isOutage(error: unknown): boolean {
  if ([EventStoreUnavailable, UndecodableEvent, UnwritableEvent].some((kind) => error instanceof kind))
    return true;
  return isTemporary(error) || (error as { code?: unknown } | null)?.code === 'FST_ERR_HANDLER_TIMEOUT';
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
  ...{ noSuchCampaign: 404, noSuchEmployee: 404, noSuchGoal: 404, noSuchSale: 404 },
  ...{ noSuchCompany: 404, noSuchJobAid: 404, noSuchPayPeriod: 404, noSuchPayLine: 404, noSuchClaim: 404 },
  ...{ noSuchSession: 404, noSuchManager: 404, noSuchShift: 404, shiftStartMissing: 404 },
  wrongMethod: 405,
  ...{ statementLocked: 409, statementChanged: 409, statementNotApproved: 409, saleChanged: 409 },
  ...{ approvedByOwner: 409, earlierStatementOpen: 409, payPeriodNotOver: 409, saleNotPending: 404 },
  ...{ ownSale: 403, ownStatement: 403, ownClaim: 403, tooManyClaims: 409, payLineUndone: 409 },
  ...{ claimStillOpen: 409, noPaySchedule: 409, payScheduleGap: 409, claimReopenedBefore: 409 },
  ...{ claimAnsweredBefore: 409, alreadySubscribed: 409, noSubscription: 409, campaignHasEmployees: 409 },
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
  ...{ tooLarge: 413, fileTooLarge: 413, lineTooLong: 413, tooManyColumns: 413, tooManyPeople: 413 },
  notCsvFile: 415,
  ...{ passkeyRefused: 401, confirmIdentity: 403, wrongPassword: 403, ownPasswordRequired: 403 },
  ...{ passkeyTooNew: 403, passkeyExists: 409, tooManyPasskeys: 409 },
  ...{ invitationNotNeeded: 409, firstPasswordEnded: 401 },
  ...{ superEmployeeErasure: 409, noErasureRequest: 409, notDeletedYet: 409, ownInProfile: 409 },
  ...{ noSuchPasskey: 404, noPendingEmail: 404, noAuthenticator: 404, nothingOffered: 409 },
  ...{ factorNeeded: 403, wrongFactorCode: 401, secondStepEnded: 401, noSecondFactor: 409 },
  idempotencyKeyReused: 422,
  tooManyRequests: 429,
  tooManyGuesses: 429,
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
  return code === 'conflict' || code === 'confirmIdentity' || status === 429 || status >= 500;
}

/** A reply up to this size fits into one packet, compressed or not. */
const LARGE_BYTES = 1_000;

type Encoding = keyof typeof packers;

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** In the order of preference. Quality 4 takes half the time of 5 and a tenth of 9, for a few percent more bytes. */
const packers = {
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => zip(bytes, { level: 5 }),
};

/**
 * For files that are made while they are sent: each piece goes out at once, at the fastest level, which is as small as
 * others for lines that are alike.
 */
const streamPackers = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }),
} satisfies Record<Encoding, () => NodeJS.ReadWriteStream>;

/** The replies of the cache are sent many times, and compressed once; the result goes with the reply. */
const packed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** Compresses a large reply for a client that can read it, in a thread of its own; files see sendPieces. */
export function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const isLarge = Buffer.isBuffer(bytes) && bytes.length > LARGE_BYTES;
  if (isLarge) reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (!isLarge || encoding === null) {
    done(null, payload);
    return;
  }
  packedOnce(bytes, encoding).then(
    (small) => {
      reply.header('content-encoding', encoding);
      done(null, small);
    },
    (error: Error) => done(error),
  );
}

function packedOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = packed.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  packed.set(bytes, known);
  const before = known.get(encoding);
  if (before) return before;
  const coming = packers[encoding](bytes);
  known.set(encoding, coming);
  return coming;
}

/** The encoding that the client likes best, `br` among equals; null for none of ours. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (!accepted) return null;
  const weights = new Map(accepted.toLowerCase().split(',').map(weighted));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : null;
}

/** `gzip;q=0.5`, its name and its weight; 1 without one. */
function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
