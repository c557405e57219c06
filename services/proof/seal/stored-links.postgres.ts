import type pg from 'pg';
import type { Seal } from '#contracts/proof/chain.ts';
import { pagesOf } from './company-events.ts';

/** A stored link; it may have been manipulated. */
export type StoredLink = Seal & {
  readonly position: number;
  readonly number: number;
  readonly format: number;
};

const PAGE = 2000;
const LINKS = `
  SELECT position, number, format, key, personal_digest, link FROM seal_links
   WHERE company_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT ${PAGE}`;
type Row = [string, string, string, string | null, string | null, string];

/** The links of a company behind `after` and up to `to`, in order and in pages. */
export function readLinks(
  pool: Pick<pg.Pool, 'query'>,
  companyId: string,
  { after, to }: { readonly after: number; readonly to: number },
): AsyncIterable<readonly StoredLink[]> {
  // Postgres returns bytes as \x and hex.
  const types = { getTypeParser: () => (value: string) => value };
  const fetch = async (from: number): Promise<StoredLink[]> => {
    const query = { text: LINKS, values: [companyId, from, to], rowMode: 'array' as const, types };
    return (await pool.query<Row>(query)).rows.map(
      ([position, number, format, key, personalDigest, link]) => ({
        position: Number(position),
        number: Number(number),
        format: Number(format),
        key: hex(key),
        personalDigest: hex(personalDigest),
        link: link.slice(2),
      }),
    );
  };
  return pagesOf(after, fetch, PAGE);
}

function hex(bytes: string | null): string | null {
  return bytes === null ? null : bytes.slice(2);
}
