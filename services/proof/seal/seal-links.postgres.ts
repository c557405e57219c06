import type pg from 'pg';
import { FORMAT, type Seal } from '#contracts/proof/chain.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import { pagesOf } from './company-events.ts';

/** The companies with links, as `sealed (company_id)`; a loose index scan over the links. */
export const WITH_SEALED_COMPANIES = `
  WITH RECURSIVE steps (company_id) AS (
    (SELECT company_id FROM seal_links ORDER BY company_id LIMIT 1)
    UNION ALL
    SELECT (SELECT s.company_id FROM seal_links s WHERE s.company_id > steps.company_id
             ORDER BY s.company_id LIMIT 1)
      FROM steps WHERE steps.company_id IS NOT NULL),
  sealed AS (SELECT company_id FROM steps WHERE company_id IS NOT NULL)`;

/** A link to write. `number` is its 1-based index in the chain of the company. */
export type NewLink = Seal & {
  readonly companyId: string;
  readonly position: number;
  readonly number: number;
  /** Null: another link of the batch is behind it. */
  readonly signature: string | null;
};

export type SealBatch = {
  /** Positions of the log: sealed up to `after` before, and up to `to` with these links. */
  readonly after: number;
  readonly to: number;
  readonly links: readonly NewLink[];
};

type Database = Pick<pg.Pool, 'query'>;

/**
 * One statement, so one transaction: it writes the links only if the progress has not moved meanwhile. Two
 * concurrent sealers never write a link twice, and a crash leaves all of a batch or nothing. Companies that are
 * being erased are skipped.
 */
const WRITE = `
  WITH moved AS (UPDATE seal_progress SET position = $2 WHERE position = $1 RETURNING position),
  written AS (
    INSERT INTO seal_links (company_id, position, number, format, key, personal_digest, link, signature)
    SELECT ($3::text[])[company], link.position, number, ${FORMAT}, decode(key, 'hex'), decode(digest, 'hex'),
           decode(link, 'hex'), decode(signature, 'hex')
      FROM moved, unnest($4::integer[], $5::bigint[], $6::integer[], $7::text[], $8::text[], $9::text[], $10::text[])
        AS link (company, position, number, key, digest, link, signature)
     WHERE NOT EXISTS (SELECT FROM retention_log r WHERE r.company_id = ($3::text[])[company]))
  SELECT FROM moved`;

const HEADS = `
  SELECT company_id, newest.position, number, encode(link, 'hex') AS link, encode(signature, 'hex') AS signature
    FROM unnest($1::text[]) AS wanted (company_id) CROSS JOIN LATERAL (
      SELECT position, number, link, signature FROM seal_links s WHERE s.company_id = wanted.company_id
       ORDER BY position DESC LIMIT 1) AS newest`;

const ENDS = `
  SELECT DISTINCT ON (company_id) company_id, position, number, encode(link, 'hex') AS link FROM seal_links
   WHERE position > $1 AND position <= $2 ORDER BY company_id, position DESC`;

const POSITIONS = `
  SELECT position FROM seal_links WHERE company_id = $1 AND position > $2 AND position <= $3
   ORDER BY position LIMIT $4`;

/** Also finds companies whose links were all removed: they still have employees. */
const COMPANIES = `${WITH_SEALED_COMPANIES}
  SELECT company_id FROM sealed
  UNION
  SELECT company_id COLLATE "C" FROM accounts ORDER BY 1`;

type HeadRow = { company_id: string; position: string | number; number: number; link: string };
type SignedRow = HeadRow & { signature: string | null };

/** The end of a chain, and its signature; null: it has none. */
export type SignedHead = ChainHead & { readonly signature: string | null };

/** The newest link up to a position that has a signature, right or wrong. */
const SIGNED = `
  SELECT position, number, encode(link, 'hex') AS link, encode(signature, 'hex') AS signature FROM seal_links
   WHERE company_id = $1 AND position <= $2 AND signature IS NOT NULL ORDER BY position DESC LIMIT 1`;
const SIGN = `UPDATE seal_links SET signature = decode($3, 'hex') WHERE company_id = $1 AND position = $2`;

/** The links of all companies and how far the log is sealed; tables of migration 100. */
export function createSealLinks(db: Database) {
  return {
    /** The position up to which every event of the log has a link. */
    async progress(): Promise<number> {
      const { rows } = await db.query<{ position: string | number }>('SELECT position FROM seal_progress');
      return Number(rows[0]?.position);
    },

    /** False, with nothing written, when another sealer has moved on from `after`. */
    async write({ after, to, links }: SealBatch): Promise<boolean> {
      const companies = [...new Set(links.map(({ companyId }) => companyId))];
      const places = new Map(companies.map((companyId, index) => [companyId, index + 1]));
      const list = (of: (link: NewLink) => string | number | null | undefined) =>
        `{${links.map((link) => of(link) ?? 'NULL').join(',')}}`;
      const { rowCount } = await db.query({
        name: 'seal and sign',
        text: WRITE,
        values: [
          ...[after, to, companies],
          ...[list(({ companyId }) => places.get(companyId)), list(({ position }) => position)],
          ...[list(({ number }) => number), list(({ key }) => key)],
          ...[list(({ personalDigest }) => personalDigest), list(({ link }) => link)],
          list(({ signature }) => signature),
        ],
      });
      return rowCount === 1;
    },

    /** The links of a company behind `after` and up to `to`, in order and in pages. */
    read: (companyId: string, range: { readonly after: number; readonly to: number }) =>
      readLinks(db, companyId, range),

    /** The positions of a company's events behind `after` and up to `to`, at most `limit`, in order. */
    async positions(
      companyId: string,
      { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
    ): Promise<number[]> {
      const { rows } = await db.query<{ position: string | number }>({
        name: 'sealed positions',
        text: POSITIONS,
        values: [companyId, after, to, limit],
      });
      return rows.map(({ position }) => Number(position));
    },

    /** The last link of each company behind `after` and up to `to`: id, number, position and link. */
    async endsIn({ after, to }: { readonly after: number; readonly to: number }) {
      const { rows } = await db.query<HeadRow>(ENDS, [after, to]);
      return rows.map((row) => [row.company_id, row.number, Number(row.position), row.link] as const);
    },

    /** Every company with links, or with employees. */
    async companies(): Promise<readonly string[]> {
      const { rows } = await db.query<{ company_id: string }>(COMPANIES);
      return rows.map(({ company_id }) => company_id);
    },

    /** The newest signed link of a company up to a position; null when none is. */
    async newestSigned(companyId: string, upTo: number): Promise<SignedHead | null> {
      const { rows } = await db.query<SignedRow>(SIGNED, [companyId, upTo]);
      return rows[0] ? headOf(rows[0]) : null;
    },

    /** Signs, or signs again, the link at a position. */
    async sign(companyId: string, position: number, signature: string): Promise<void> {
      await db.query(SIGN, [companyId, position, signature]);
    },

    /** The ends of the chains of these companies, without companies that have no link. */
    async heads(companyIds: readonly string[]): Promise<ReadonlyMap<string, SignedHead>> {
      const { rows } = await db.query<SignedRow>(HEADS, [companyIds]);
      return new Map(rows.map((row) => [row.company_id, headOf(row)]));
    },
  };
}

function headOf({ position, number, link, signature }: SignedRow): SignedHead {
  return { position: Number(position), count: number, link, signature };
}

export type SealLinks = ReturnType<typeof createSealLinks>;

/** A stored link; it may have been manipulated. */
export type StoredLink = Seal & {
  readonly signature: string | null;
  readonly position: number;
  readonly number: number;
  readonly format: number;
  /** The place of the event in the log of the installation that it came from; null: it was sealed in this log. */
  readonly sealedAs: { readonly position: number; readonly recordedAt: string } | null;
};

const PAGE = 2000;
const LINKS = `
  SELECT position, number, format, key, personal_digest, link, sealed_position, sealed_at, signature FROM seal_links
   WHERE company_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT ${PAGE}`;
type Maybe = string | null;
type Row = [string, string, string, Maybe, Maybe, string, Maybe, Maybe, Maybe];

/** The links of a company behind `after` and up to `to`, in order and in pages. */
function readLinks(
  pool: Pick<pg.Pool, 'query'>,
  companyId: string,
  { after, to }: { readonly after: number; readonly to: number },
): AsyncIterable<readonly StoredLink[]> {
  // Postgres returns bytes as \x and hex.
  const types = { getTypeParser: () => (value: string) => value };
  const fetch = async (from: number): Promise<StoredLink[]> => {
    const query = { text: LINKS, values: [companyId, from, to], rowMode: 'array' as const, types };
    return (await pool.query<Row>(query)).rows.map(
      ([position, number, format, key, personalDigest, link, sealedPosition, recordedAt, signature]) => ({
        position: Number(position),
        number: Number(number),
        format: Number(format),
        key: hex(key),
        personalDigest: hex(personalDigest),
        link: link.slice(2),
        signature: hex(signature),
        sealedAs: recordedAt === null ? null : { position: Number(sealedPosition), recordedAt },
      }),
    );
  };
  return pagesOf(after, fetch, PAGE);
}

function hex(bytes: string | null): string | null {
  return bytes === null ? null : bytes.slice(2);
}
