import { isUtf8 } from 'node:buffer';
import { parse as parseForm } from 'node:querystring';
import compileSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, onSendHookHandler } from 'fastify';
import { IsOptional, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type Endpoint, pathsOf } from '#contracts/endpoints/endpoint.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { Rejected } from '#contracts/result.ts';
import { isCleanText } from '#contracts/text.ts';
import type { AccessWatch } from '../access/access-watch.ts';
import type { Scheduler } from '../clock.ts';
import { createWriteQuotas, type WriteRates } from '../limits/write-quotas.ts';
import type { Principal } from '../principal.ts';
import { withinCompany } from '../scope.ts';
import { type AdmissionDeps, createAdmission } from './admission.ts';
import { callOf, type Handler, type Route } from './call.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { createReader, type Read, type ReaderDeps } from './reader.ts';
import { compress, HttpError, respond, sendError } from './respond.ts';
import type { SecurityLog } from './security-log.ts';
import { createSlowRefusals } from './slow-refusals.ts';
import { createTurns } from './turns.ts';
import { createWriter, type WriterDeps } from './writer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be a file. */
    takesFile?: true;
  }
}

export type RouteDeps = Omit<AdmissionDeps, 'writeQuotas'> &
  ReaderDeps &
  Omit<WriterDeps, 'writeTurns'> & {
    readonly scheduler: Scheduler;
    readonly writeRates: WriteRates;
    /** Absent in a simulation. */
    readonly securityLog?: SecurityLog;
    /** As above. */
    readonly watch?: Pick<AccessWatch, 'onSend'>;
    /** The refusal of a call that needs a fresh proof of identity; null when it may go on. Absent in a simulation. */
    readonly missingProof?: MissingProof;
  };

/**
 * Registers endpoints of contracts on `api` (mounted at /api) and does what all of them share: origin, session,
 * role, subscription, schemas, idempotency, read your writes and error replies.
 */
export function createRoute(api: FastifyInstance, deps: RouteDeps): Route {
  api.decorateRequest('principal', null);
  api.addHook('onRequest', refuseUnreadableUrl);
  parseBodies(api);
  parseFiles(api);
  const downloads = createDownloads(deps.scheduler);
  const readTurns = createTurns(deps.scheduler);
  const writeTurns = createTurns(deps.scheduler);
  const writeQuotas = createWriteQuotas(deps.writeRates, deps.scheduler);
  const slowly = createSlowRefusals(deps.scheduler);
  const holdRefusals: onSendHookHandler = (request, reply, payload, done) => {
    if (reply.statusCode === 429) slowly(request.ip, () => done(null, payload));
    else done(null, payload);
  };
  return (endpoint, given) => {
    const handler = withTenantScope(identified(endpoint, given, deps.missingProof));
    const ask = (request: FastifyRequest) => {
      const read = () => handler(callOf(request, undefined, deps.clock));
      return request.principal ? readTurns.run(request.principal.companyId, read) : read();
    };
    const { body, query, params, reply, file } = endpoint as Endpoint;
    const { securityLog, watch } = deps;
    const isWatched = securityLog?.watches(endpoint) ?? false;
    for (const path of pathsOf(endpoint)) {
      api.route({
        method: endpoint.method as HTTPMethods,
        ...(file && { bodyLimit: file.maxBytes, config: { takesFile: true } }),
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: {
          ...(body && { body }),
          ...(query && { querystring: query }),
          ...(params && { params }),
          response: { 200: reply },
        },
        validatorCompiler: ({ schema }) => compileCheck(schema, endpoint.onInvalidInput),
        serializerCompiler: () => serializerOf(reply),
        onRequest: createAdmission(endpoint, { ...deps, writeQuotas }),
        onSend: [watch?.onSend(endpoint) ?? [], holdRefusals, endpoint.secretReply ? [] : compress].flat(),
        onResponse: (request, reply, done) => {
          if (isWatched || reply.statusCode >= 400) securityLog?.answered(endpoint, request, reply);
          done();
        },
        handler:
          endpoint.method === 'GET'
            ? limitedFiles(endpoint, createReader(endpoint, ask, deps), downloads)
            : createWriter(endpoint, handler, { ...deps, writeTurns }),
      });
    }
  };
}

const serializers = new WeakMap<TSchema, (reply: unknown) => string>();

/** Compiled at the first reply: those of all routes together would take a third of the start. */
function serializerOf(schema: TSchema): (reply: unknown) => string {
  return (reply) => {
    const known = serializers.get(schema);
    if (known) return known(reply);
    const serialize = compileSerializer(schema);
    serializers.set(schema, serialize);
    return serialize(reply);
  };
}

/** The handler inside the tenant scope of its caller; see scope.ts. */
function withTenantScope<E extends Endpoint>(handler: Handler<E>): Handler<E> {
  return (call) => {
    const { caller } = call as { caller: Principal | null };
    return caller ? withinCompany(caller.companyId, () => handler(call)) : handler(call);
  };
}

type MissingProof = (caller: Principal) => Promise<Rejected<'confirmIdentity'> | null>;

/** The handler, after the proof of identity that its endpoint may need. */
function identified<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  missingProof: MissingProof | undefined,
): Handler<E> {
  if (!endpoint.needsIdentity || !missingProof) return handler;
  return async (call) => (await missingProof(call.caller as Principal)) ?? handler(call);
}

/** Files are made for a few callers at once; the others wait. */
function limitedFiles({ files }: Endpoint, read: Read, downloads: Downloads): Read {
  if (!files) return read;
  return async (request, reply) => {
    const refused = await downloads.begin(request.principal as Principal, reply);
    return refused ? respond(reply, refused) : read(request, reply);
  };
}

/** The router refuses a path with bad escapes, but takes those of a query as they are. */
function refuseUnreadableUrl({ url }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (isAscii(url) && hasGoodEscapes(url)) done();
  else sendError(reply, 'malformed');
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** False for a lone `%` and for escapes that are no UTF-8, such as half of a surrogate pair. */
function hasGoodEscapes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads JSON and forms, in UTF-8 only: the usual parsers turn other bytes into replacement characters. */
function parseBodies(api: FastifyInstance): void {
  const parseJson = api.getDefaultJsonParser('error', 'error');
  const malformed = new HttpError('malformed', 400);
  const tooLarge = new HttpError('tooLarge', 413);
  /** A route that takes a large file takes no larger form than others: parsing one blocks all requests. */
  const isTooLarge = (bytes: Buffer) => bytes.length > (api.initialConfig.bodyLimit ?? Infinity);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (isTooLarge(bytes)) return done(tooLarge);
    const body = request.routeOptions.schema?.body as TSchema | undefined;
    // Some clients send a content type with every request: an empty body is valid where no body is needed.
    if (bytes.length === 0 && (!body || IsOptional(body))) return done(null);
    return isUtf8(bytes) ? parseJson(request, bytes.toString(), done) : done(malformed);
  });
  api.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, bytes, done) => {
      if (isTooLarge(bytes)) return done(tooLarge);
      const text = bytes.toString();
      if (!isUtf8(bytes) || !hasGoodEscapes(text)) done(malformed);
      else done(null, parseForm(text, '&', '=', { maxKeys: 0 }));
    },
  );
}

/** A file comes as its bytes; other routes do not take one. */
function parseFiles(api: FastifyInstance): void {
  api.addContentTypeParser<Buffer>('text/csv', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { takesFile } = request.routeOptions.config;
    done(takesFile ? null : new HttpError('malformed', 415), bytes);
  });
}

type Check = (value: unknown) => { value: unknown } | { error: HttpError };

const validators = new WeakMap<TSchema, Validator>();

/** Once for all paths that have it, at the first call: those of all routes together would take a tenth of the start. */
function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Validates a body, a query or params without coercion or defaults: `"3"` is not a number, and a repeated form field
 * (an array by then) is not a text. Unknown fields are ignored. An optional part that is absent counts as empty.
 */
export function compileCheck(schema: TSchema, onInvalidInput: MessageCode): Check {
  const fields = Object.keys((schema as { properties?: object }).properties ?? {});
  return (sent) => {
    const value = sent === null && IsOptional(schema) ? {} : sent;
    if (!validatorOf(schema).Check(value)) return { error: new HttpError(onInvalidInput, 400) };
    // The schema has just confirmed that it is an object.
    const known = value as Record<string, unknown>;
    for (const field of fields) {
      const text = known[field];
      if (typeof text === 'string' && !isCleanText(text, { lines: true })) {
        return { error: new HttpError('invalidText', 400) };
      }
    }
    return { value };
  };
}

/**
 * The methods of a path (as sent, below /api, without its query); empty for an unknown path. Used only after no
 * route has matched.
 */
export function createOtherMethods(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const known = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => ({ method: endpoint.method, parts: path.split('/') })),
  );
  return (path) => {
    const sent = path.split('/');
    const fits = (parts: readonly string[]) =>
      parts.length === sent.length &&
      parts.every((part, at) => (part.startsWith('{') ? sent[at] !== '' : sent[at] === part));
    return [...new Set(known.filter(({ parts }) => fits(parts)).map(({ method }) => method))];
  };
}
