import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { sha256 } from '#platform/digest.ts';
import { CliError } from '#platform/terminal.ts';

/**
 * A file with rows of tables, packed by gzip. First a line of JSON that says what it is; then for each table a line of
 * JSON, blocks of rows in COPY's text format (a line with their number of bytes, then the bytes) and a line with 0; at
 * the end a line of JSON with what was written, and a line with the SHA-256 of all bytes before it.
 */
export const FORMAT = 1;

export type Kind = 'backup' | 'company';

export type Header = {
  readonly tallyboard: Kind;
  readonly format: number;
  /** UTC ISO-8601. */
  readonly madeAt: string;
  /** Names of the migrations of its database, in order. */
  readonly migrations: readonly string[];
};

export type Part = { readonly name: string; readonly columns: readonly string[] };
/** What a part was when it was written. */
export type WrittenPart = {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** A part to write; `count` is asked for when `blocks` has ended. */
export type Source = Part & { readonly blocks: AsyncIterable<Buffer>; readonly count: () => number };

/** The file without its packing, piece by piece. `end` is asked for when all parts are written. */
export async function* written<Said extends Header, End extends object>(
  header: Said,
  parts: AsyncIterable<Source> | Iterable<Source>,
  end: () => End,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  const out = (piece: Buffer | string): Buffer => {
    const bytes = Buffer.from(piece as string);
    whole.update(bytes);
    return bytes;
  };
  const done: WrittenPart[] = [];
  yield out(`${JSON.stringify(header)}\n`);
  for await (const { name, columns, blocks, count } of parts) {
    yield out(`${JSON.stringify({ name, columns })}\n`);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const block of blocks) {
      if (block.length === 0) continue;
      hash.update(block);
      bytes += block.length;
      yield out(`${block.length}\n`);
      yield out(block);
    }
    yield out('0\n');
    done.push({ name, rows: count(), bytes, sha256: hash.digest('hex') });
  }
  yield out(`${JSON.stringify({ parts: done, ...end() })}\n`);
  yield Buffer.from(`${whole.digest('hex')}\n`);
}

/** What reads a file gets it in this order; `onRows` is called for each block of the part before it. */
export type Reading<Said extends Header> = {
  readonly onHeader?: (header: Said) => Promise<void> | void;
  readonly onPart?: (part: Part) => Promise<void> | void;
  readonly onRows?: (rows: Buffer) => Promise<void> | void;
  readonly onPartEnd?: (part: Part) => Promise<void> | void;
  /** Looked at before each block. */
  readonly signal?: AbortSignal;
};

export type Contents<Said extends Header, End> = {
  readonly header: Said;
  readonly end: End & { readonly parts: readonly WrittenPart[] };
  /** Of the whole contents: names the file. */
  readonly sha256: string;
};

/**
 * Reads a whole file. Throws CliError with one line when it is no such file, of a newer format, cut or altered, and
 * what a callback throws.
 */
export async function readFile<Said extends Header, End>(
  path: string,
  kind: Kind,
  reading: Reading<Said> = {},
): Promise<Contents<Said, End>> {
  const source = createReadStream(path, { highWaterMark: 1 << 18 });
  const unpacked = source.pipe(createGunzip({ chunkSize: 1 << 18 }));
  source.once('error', (error) => unpacked.destroy(error));
  const bytes = createByteReader(unpacked, path);
  try {
    const contents = await readContents<Said, End>(bytes, path, kind, reading);
    if ((await bytes.rest()) > 0) throw damaged(path, 'it goes on behind its end');
    return contents;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

const damaged = (path: string, reason: string) =>
  new CliError(`${path} is not as it was written: it was cut or altered (${reason}). Nothing was done.`);

async function readContents<Said extends Header, End>(
  bytes: ByteReader,
  path: string,
  kind: Kind,
  { onHeader, onPart, onRows, onPartEnd, signal }: Reading<Said>,
): Promise<Contents<Said, End>> {
  const json = async (): Promise<unknown> => {
    try {
      return JSON.parse(await bytes.line());
    } catch (error) {
      throw damaged(path, (error as Error).message);
    }
  };
  const header = (await json()) as Said;
  checkHeader(header, path, kind);
  await onHeader?.(header);
  const found: WrittenPart[] = [];
  for (;;) {
    const next = (await json()) as Part | Contents<Said, End>['end'];
    if ('parts' in next) {
      const whole = bytes.digest();
      const isWhole = (await bytes.line()) === whole && sameParts(found, next.parts);
      if (!isWhole) throw damaged(path, 'its digest does not fit');
      return { header, end: next, sha256: whole };
    }
    await onPart?.(next);
    const hash = createHash('sha256');
    let size = 0;
    for (;;) {
      const length = Number(await bytes.line());
      if (!Number.isSafeInteger(length) || length < 0) throw damaged(path, 'a block has no length');
      if (length === 0) break;
      signal?.throwIfAborted();
      const block = await bytes.take(length);
      hash.update(block);
      size += length;
      await onRows?.(block);
    }
    await onPartEnd?.(next);
    found.push({ name: next.name, rows: 0, bytes: size, sha256: hash.digest('hex') });
  }
}

const KINDS: Readonly<Record<Kind, string>> = { backup: 'a backup', company: 'an exported company' };

function checkHeader({ tallyboard, format }: Header, path: string, kind: Kind): void {
  if (tallyboard !== kind) throw new CliError(`${path} is not ${KINDS[kind]}. Nothing was done.`);
  if (format === FORMAT) return;
  throw new CliError(
    `${path} was written by a newer version of the program (format ${format}; this one reads ${FORMAT}). ` +
      'Nothing was done.',
  );
}

function sameParts(found: readonly WrittenPart[], said: readonly WrittenPart[]): boolean {
  const text = (parts: readonly WrittenPart[]) =>
    JSON.stringify(parts.map(({ name, bytes, sha256: of }) => [name, bytes, of]));
  return sha256(text(found)) === sha256(text(said));
}

type ByteReader = ReturnType<typeof createByteReader>;

/** Lines and blocks of an unpacked file. Throws CliError at its end and where it cannot be read. */
function createByteReader(pieces: AsyncIterable<Buffer>, path: string) {
  const iterator = pieces[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let held: Buffer = Buffer.alloc(0);

  async function next(): Promise<Buffer | undefined> {
    try {
      return (await iterator.next()).value;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw code.startsWith('Z_')
        ? damaged(path, message)
        : new CliError(`${path} cannot be read: ${message}`);
    }
  }

  async function more(): Promise<void> {
    const piece = await next();
    if (!piece) throw damaged(path, 'it ends too early');
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
  }

  async function take(length: number): Promise<Buffer> {
    while (held.length < length) await more();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    hash.update(taken);
    return taken;
  }

  return {
    take,
    /** Without its line feed. */
    async line(): Promise<string> {
      let end = held.indexOf(10);
      while (end === -1) {
        const from = held.length;
        await more();
        const found = held.subarray(from).indexOf(10);
        end = found === -1 ? -1 : from + found;
      }
      return (await take(end + 1)).toString('utf8', 0, end);
    },
    /** Of all bytes taken so far. */
    digest: () => hash.copy().digest('hex'),
    /** The number of bytes that are left. */
    async rest(): Promise<number> {
      let left = held.length;
      for (let piece = await next(); piece; piece = await next()) left += piece.length;
      return left;
    },
  };
}
