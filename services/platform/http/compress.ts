import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** Streams a file, no faster than the client reads. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  const text = Readable.from(pieces, { objectMode: false });
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  if (encoding === null) return reply.send(text);
  const packer = streamPackers[encoding]();
  // The end of one is the end of the other; Fastify gets a failure from the packer.
  pipeline(text, packer, () => {});
  return reply.header('content-encoding', encoding).send(packer);
}

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
