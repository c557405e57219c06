import type pg from 'pg';
import { chainStart, sealEvent } from '#contracts/proof/chain.ts';
import { sha256 } from '#platform/digest.ts';
import type { RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { createCompanyLog } from '#platform/event-store/postgres/company-log.postgres.ts';
import type { SealKeys } from '#services/proof/seal/seal-keys.ts';
import { createSealLinks } from '#services/proof/seal/seal-links.postgres.ts';
import { collect, tamper } from './sealing-world.ts';

/**
 * Does what a person with the database owner's password can do: takes the second Closed sale back, and makes every link
 * behind it anew, and the seals of days, with the functions of the program. Then the progress goes one event back, so
 * that a running sealer forgets where the chain ended. The former signatures stay, or go, or others are made.
 */
export async function makeAnew(
  pool: pg.Pool,
  companyId: string,
  signatures: 'stay' | 'go' | Pick<SealKeys, 'sign'>,
): Promise<{ readonly position: number; readonly links: number }> {
  const { rows } = await pool.query<{ position: number }>(
    `SELECT position FROM events WHERE type = 'SaleRecorded' AND stream LIKE $1 ORDER BY position OFFSET 1 LIMIT 1`,
    [`%${companyId}%`],
  );
  const position = Number(rows[0]?.position);
  await tamper(
    pool,
    `UPDATE events SET data = replace(data::text, '"Closed"', '"Lead"')::json WHERE position = $1`,
    [position],
  );
  const range = { after: -1, to: Number.MAX_SAFE_INTEGER };
  const events = (await collect(createCompanyLog(pool).read(companyId, range))).flat() as RecordedEvent[];
  const stored = (await collect(createSealLinks(pool).read(companyId, range))).flat();
  let before = chainStart(sha256, companyId);
  let links = 0;
  for (const [at, link] of stored.entries()) {
    const made = sealEvent(sha256, before, events[at] as RecordedEvent, link.key ?? '');
    before = made.link;
    if (made.link === link.link) continue;
    links += 1;
    const end = { count: link.number, link: made.link };
    const other = typeof signatures === 'string' ? null : signatures.sign(companyId, end);
    await pool.query(
      `UPDATE seal_links SET link = decode($3, 'hex'), personal_digest = decode($4, 'hex'),
              signature = CASE WHEN $5 THEN signature ELSE decode($6, 'hex') END
        WHERE company_id = $1 AND position = $2`,
      [companyId, link.position, made.link, made.personalDigest, signatures === 'stay', other],
    );
  }
  await pool.query(
    `UPDATE company_seals s SET link = encode(l.link, 'hex') FROM seal_links l
      WHERE s.company_id = $1 AND l.company_id = s.company_id AND l.position = s.position`,
    [companyId],
  );
  await pool.query('UPDATE seal_progress SET position = position - 1');
  return { position, links };
}
