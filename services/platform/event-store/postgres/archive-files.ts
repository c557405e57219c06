import { createHash, hash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { writeFile } from '../../terminal.ts';
import { EventStoreUnavailable } from '../event-store.port.ts';

/** The columns of an event, and their texts as stored. */
export const COLUMNS = 'position, revision, version, id, stream, type, recorded_at, data, metadata';
export type Row = [string, string, string, string, string, string, string, string, string];

const ARCHIVE_FORMAT = 1;
/** Few, so that an event alone costs little to read: about 40 kB of text, packed 13. */
const IN_BLOCK = 64;
/** Room for the text of a block, so that it is unpacked in one go: half the time of the usual 16 kB. */
const UNPACKED = { chunkSize: 64 * 1024 };

/** What the database keeps of a segment: it vouches for the manifest, and the manifest for each block. */
export type Segment = {
  /** Positions, both inclusive. */
  readonly first: number;
  readonly last: number;
  /** The name of its two files, without their endings. */
  readonly file: string;
  /** SHA-256 of the manifest. */
  readonly manifest: string;
};

/** The end of a company's chain in the segment. */
export type SegmentSeal = readonly [companyId: string, number: number, position: number, link: string];

export type Manifest = {
  readonly tallyboard: 'archive';
  readonly format: typeof ARCHIVE_FORMAT;
  readonly first: number;
  readonly last: number;
  /** When its first and its last event were recorded. */
  readonly recorded: readonly [from: string, to: string];
  readonly seals: readonly SegmentSeal[];
  /** In order; each has IN_BLOCK events but the last. */
  readonly blocks: readonly (readonly [offset: number, length: number, sha256: string])[];
};

/** A file of the archive is missing or not as it was written. The message names it and its events. */
export class ArchiveUnreadable extends EventStoreUnavailable {}

export const filesOf = (dir: string, file: string) => ({
  events: join(dir, `${file}.events`),
  manifest: join(dir, `${file}.json`),
});

type Written = { readonly segment: Segment; readonly bytes: number };

/**
 * Writes both files of a segment; each gets its name when it is on the disk. `blocks` are packed already, or rows.
 * Throws CliError where they cannot be written.
 */
export async function writeSegment(
  dir: string,
  file: string,
  about: Pick<Manifest, 'first' | 'last' | 'recorded' | 'seals'>,
  blocks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Written> {
  const paths = filesOf(dir, file);
  const index: [number, number, string][] = [];
  let offset = 0;
  async function* noted() {
    for await (const block of blocks) {
      index.push([offset, block.length, hash('sha256', block)]);
      offset += block.length;
      yield block;
    }
  }
  await writeFile(noted(), paths.events, signal, { mode: OWNER_ONLY });
  const manifest: Manifest = { tallyboard: 'archive', format: ARCHIVE_FORMAT, ...about, blocks: index };
  const text = JSON.stringify(manifest);
  async function* whole() {
    yield text;
  }
  await writeFile(whole(), paths.manifest, signal, { mode: OWNER_ONLY });
  await onDisk(dir);
  const { first, last } = about;
  return { segment: { first, last, file, manifest: hash('sha256', text) }, bytes: offset + text.length };
}

/** Their contents are those of the database. */
const OWNER_ONLY = 0o600;

/** A new name is durable with its folder. */
async function onDisk(dir: string): Promise<void> {
  const folder = await open(dir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Rows in the order of their positions, without a gap, in blocks. */
export async function* packed(rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  let block: Row[] = [];
  for await (const row of rows) {
    block.push(row);
    if (block.length < IN_BLOCK) continue;
    yield pack(block);
    block = [];
  }
  if (block.length > 0) yield pack(block);
}

export const pack = (rows: readonly Row[]): Buffer =>
  deflateRawSync(rows.map((row) => JSON.stringify(row)).join('\n'));

/** The events of a block, each as a text for `rowOf`: most readers want few of them. */
export const unpack = (block: Buffer): readonly string[] =>
  inflateRawSync(block, UNPACKED).toString().split('\n');
export const rowOf = (line: string): Row => JSON.parse(line) as Row;
export const rowsOf = (block: Buffer): Row[] => unpack(block).map(rowOf);

/** Of all columns of these rows, in order. */
export function rowsDigest() {
  const all = createHash('sha256');
  return { add: (row: Row) => void all.update(JSON.stringify(row)), end: () => all.digest('hex') };
}

export type SegmentReader = {
  readonly manifest: Manifest;
  readonly eventsInBlock: number;
  /** The block that holds a position. */
  blockOf(position: number): number;
  /** The packed bytes of these blocks, by their numbers, which must ascend. */
  packed(numbers: readonly number[]): Promise<Buffer[]>;
};

/** Reads a segment; nothing is believed whose digest is another one. Throws ArchiveUnreadable, also from each method. */
export async function openSegment(dir: string, segment: Segment): Promise<SegmentReader> {
  const paths = filesOf(dir, segment.file);
  const events = `events ${segment.first} to ${segment.last}`;
  const unreadable = (path: string, reason: string, which = events) =>
    new ArchiveUnreadable(`The archive file ${path} (${which}) ${reason}`);
  const missing = (path: string) => (error: Error) => {
    throw unreadable(path, `cannot be read: ${error.message}`);
  };
  const text = await readFile(paths.manifest, 'utf8').catch(missing(paths.manifest));
  if (hash('sha256', text) !== segment.manifest) throw unreadable(paths.manifest, 'is not as it was written');
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== ARCHIVE_FORMAT)
    throw unreadable(paths.manifest, `was written by a newer version of the program`);

  function checked(bytes: Buffer, number: number): Buffer {
    if (hash('sha256', bytes) === manifest.blocks[number]?.[2]) return bytes;
    const first = manifest.first + number * IN_BLOCK;
    const last = Math.min(first + IN_BLOCK - 1, manifest.last);
    throw unreadable(paths.events, 'is not as it was written', `events ${first} to ${last}`);
  }

  return {
    manifest,
    eventsInBlock: IN_BLOCK,
    blockOf: (position) => Math.floor((position - manifest.first) / IN_BLOCK),
    async packed(numbers) {
      const file = await open(paths.events).catch(missing(paths.events));
      try {
        const blocks: Buffer[] = [];
        for (const [from, to] of runsIn(numbers)) {
          const index = manifest.blocks.slice(from, to + 1);
          const [start = 0] = index[0] ?? [];
          const [offset = 0, length = 0] = index.at(-1) ?? [];
          const room = Buffer.alloc(offset + length - start);
          const { bytesRead } = await file.read(room, 0, room.length, start).catch(missing(paths.events));
          // Shorter than it was, its last block has another digest.
          const bytes = room.subarray(0, bytesRead);
          index.forEach(([at, size], nth) => {
            blocks.push(checked(bytes.subarray(at - start, at - start + size), from + nth));
          });
        }
        return blocks;
      } finally {
        await file.close();
      }
    },
  };
}

/** First and last of numbers that follow each other. */
function runsIn(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
