import { access } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { ERASED, START } from '../event-store.port.ts';
import {
  ArchiveUnreadable,
  filesOf,
  openSegment,
  type Row,
  rowOf,
  type Segment,
  type SegmentReader,
  unpack,
} from './archive-files.ts';
import { outageOr } from './dedicated-connection.postgres.ts';

/** The events that left the table, in files; see ADR 0055. Each read sees what was archived or erased before it. */
export type Archive = {
  /** The last position that this process knows to be archived, START for none. It never falls. */
  readonly end: number;
  /** Looks what has been archived by now. */
  refresh(): Promise<void>;
  /** At these positions, which must ascend, as far as they are archived. Erased events have the type `Erased`. */
  at(positions: readonly number[]): Promise<Row[]>;
  /** Behind a position, in order, without erased ones. Fewer than `limit` are all up to the archive's `end`. */
  after(position: number, limit: number): Promise<{ readonly rows: Row[]; readonly end: number }>;
  /** Before a position, newest first; without erased ones. */
  before(position: number, limit: number): Promise<Row[]>;
};

export type ArchiveDeps = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Undefined where nothing was ever archived. */
  readonly dir?: string | undefined;
  readonly log?: Pick<Log, 'error'> | undefined;
};

/** What was archived, as of now. */
export type Catalogue = {
  readonly archivedTo: number;
  readonly version: number;
  /** In the order of their positions. */
  readonly segments: readonly Segment[];
};

/** Events in memory, by the length of their text. */
const CACHE_BYTES = 8 * 1024 * 1024;
const OPEN_SEGMENTS = 8;
/** Blocks that are read at once. */
const BLOCKS = 16;

export function createArchive({ pool, dir, log }: ArchiveDeps): Archive {
  let known: Catalogue = { archivedTo: 0, version: 0, segments: [] };
  // A file never changes: one that is erased in has a new name.
  const opened = new LRUCache<string, Promise<SegmentReader>>({ max: OPEN_SEGMENTS });
  const blocks = new LRUCache<string, readonly string[]>({ maxSize: CACHE_BYTES });

  async function now(): Promise<Catalogue> {
    const catalogue = await readCatalogue(pool, known);
    if (catalogue.version >= known.version) known = catalogue;
    return catalogue;
  }

  function readerOf(segment: Segment): Promise<SegmentReader> {
    const reader =
      opened.get(segment.file) ??
      openSegment(folderOf(dir), segment).catch((error) => {
        opened.delete(segment.file);
        throw error;
      });
    opened.set(segment.file, reader);
    return reader;
  }

  /** The texts of these blocks, by their numbers, which must ascend. */
  async function linesOf(segment: Segment, numbers: readonly number[]): Promise<(readonly string[])[]> {
    const keyOf = (number: number) => `${segment.file} ${number}`;
    const found = new Map(numbers.map((number) => [number, blocks.get(keyOf(number))]));
    const missing = numbers.filter((number) => !found.get(number));
    if (missing.length > 0) {
      const read = await (await readerOf(segment)).packed(missing);
      missing.forEach((number, nth) => {
        const lines = unpack(read[nth] as Buffer);
        found.set(number, lines);
        blocks.set(keyOf(number), lines, { size: lines.reduce((sum, line) => sum + line.length, 0) });
      });
    }
    return numbers.map((number) => found.get(number) as readonly string[]);
  }

  /** Once more where an erasure has replaced a file meanwhile. */
  async function readingNow<Value>(read: (catalogue: Catalogue) => Promise<Value>): Promise<Value> {
    const before = await now();
    try {
      return await read(before);
    } catch (error) {
      if (!(error instanceof ArchiveUnreadable)) throw error;
      if ((await now()).version !== before.version) return readingNow(read);
      log?.error({ err: error }, error.message);
      throw error;
    }
  }

  /** Pages from one position on, forwards or backwards, until enough are there. */
  function gather(from: number, limit: number, isForwards: boolean) {
    return readingNow(async ({ segments, archivedTo }) => {
      const found: Row[] = [];
      for (let place = isForwards ? from : Math.min(from, archivedTo); found.length < limit; ) {
        const segment = segments.find(({ first, last }) => first <= place && place <= last);
        if (!segment) break;
        const reader = await readerOf(segment);
        const nearest = reader.blockOf(place);
        const most = Math.min(BLOCKS, Math.ceil((limit - found.length) / reader.eventsInBlock) + 1);
        const [begin, end] = isForwards
          ? [nearest, Math.min(nearest + most, reader.manifest.blocks.length) - 1]
          : [Math.max(nearest - most + 1, 0), nearest];
        const numbers = Array.from({ length: end - begin + 1 }, (_, nth) => begin + nth);
        const rows = (await linesOf(segment, numbers)).flat().map(rowOf);
        const wanted = rows.filter(([position, , , , , type]) => {
          const isBehind = isForwards ? Number(position) >= place : Number(position) <= place;
          return isBehind && type !== ERASED;
        });
        found.push(...(isForwards ? wanted : wanted.reverse()));
        place = isForwards ? Number(rows.at(-1)?.[0]) + 1 : Number(rows[0]?.[0]) - 1;
      }
      return { rows: found.slice(0, limit), end: archivedTo };
    });
  }

  return {
    get end() {
      return known.archivedTo || START;
    },
    async refresh() {
      await now();
    },
    at: (positions) =>
      readingNow(async ({ segments }) => {
        const found: Row[] = [];
        for (const segment of segments) {
          const own = positions.filter((at) => at >= segment.first && at <= segment.last);
          if (own.length === 0) continue;
          const { blockOf, eventsInBlock } = await readerOf(segment);
          const numbers = [...new Set(own.map(blockOf))];
          const lines = new Map((await linesOf(segment, numbers)).map((all, nth) => [numbers[nth], all]));
          for (const position of own) {
            const line = lines.get(blockOf(position))?.[(position - segment.first) % eventsInBlock];
            if (line !== undefined) found.push(rowOf(line));
          }
        }
        return found;
      }),
    after: (position, limit) => gather(Math.max(position, 0) + 1, limit, true),
    before: async (position, limit) => (await gather(position - 1, limit, false)).rows,
  };
}

/** With those of these positions that are not in the table: what leaves it is in the archive before. */
export async function withArchived(
  archive: Archive,
  positions: readonly number[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (rows.length === positions.length) return rows;
  const found = new Set(rows.map((row) => Number(row[0])));
  const archived = await archive.at(positions.filter((position) => !found.has(position)));
  const all = [...archived.filter((row) => row[5] !== ERASED), ...rows];
  return all.sort((a, b) => Number(a[0]) - Number(b[0]));
}

export function folderOf(dir: string | undefined): string {
  if (dir !== undefined) return dir;
  throw new ArchiveUnreadable('Old events are in an archive; ARCHIVE_DIR has to name its folder');
}

/** Reads the list of segments only where it is another one than the known one. */
export async function readCatalogue(
  db: Pick<pg.Pool, 'query'>,
  known: Catalogue = { archivedTo: 0, version: -1, segments: [] },
): Promise<Catalogue> {
  try {
    const { rows } = await db.query<Omit<Catalogue, 'segments'> & { segments: Segment[] | null }>({
      name: 'archive',
      text: `SELECT archived_to AS "archivedTo", version,
                    CASE WHEN version <> $1 THEN (
                      SELECT json_agg(json_build_object('first', first, 'last', last, 'file', file, 'manifest', manifest)
                                      ORDER BY first) FROM log_segments) END AS segments
               FROM log_archive`,
      values: [known.version],
    });
    const [now] = rows;
    if (!now) return { archivedTo: 0, version: 0, segments: [] };
    const archivedTo = Number(now.archivedTo);
    const isKnown = now.version === known.version;
    return { version: now.version, archivedTo, segments: isKnown ? known.segments : (now.segments ?? []) };
  } catch (error) {
    throw outageOr(error);
  }
}

/** How many events are archived, and a file that is needed and is not there. */
export async function archiveState(
  pool: pg.Pool,
  dir: string,
): Promise<Readonly<Record<string, string | number>>> {
  const { archivedTo, segments } = await readCatalogue(pool);
  for (const { file } of segments) {
    for (const path of Object.values(filesOf(dir, file))) {
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) return { archivedTo, missing: path };
    }
  }
  return { archivedTo };
}
