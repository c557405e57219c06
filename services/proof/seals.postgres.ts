import { type ColumnType, sql } from 'kysely';
import type pg from 'pg';
import type { CompanySeal } from '#contracts/endpoints/proof.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { ChainHead } from '#contracts/proof/verdict.ts';
import { queriesOn } from '#platform/database.ts';
import type { PostClient } from '#platform/mail/mail.port.ts';
import { WITH_SEALED_COMPANIES } from './seal/seal-links.postgres.ts';

/** The seals (migration 101), and the columns read from the chain (migration 100). */
type SealTables = {
  company_seals: {
    company_id: string;
    /** yyyy-mm-dd, UTC. */
    day: string;
    /** Written as Date, read as UTC ISO-8601 text. */
    sealed_at: ColumnType<string, Date, Date>;
    position: number;
    count: number;
    link: string;
  };
  seal_links: { company_id: string; position: number; number: number; link: Buffer };
};

export type Seals = ReturnType<typeof createSeals>;

/** The daily seals: the end of each chain at the end of a day. Only the job queries all companies. */
export function createSeals(pool: pg.Pool) {
  const db = queriesOn<SealTables>(pool);
  return {
    /** Newest first, sorted by the day. */
    async page(companyId: string, { limit, after }: PageWish): Promise<Page<CompanySeal>> {
      const found = await db
        .selectFrom('company_seals')
        .select(['day', 'sealed_at', 'position', 'count', 'link'])
        .where('company_id', '=', companyId)
        .$if(after !== undefined, (query) => query.where('day', '<', String(after?.[0])))
        .orderBy('day', 'desc')
        .limit(limit + 1)
        .execute();
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, next: last && found.length > limit ? [last.day] : null };
    },

    /** Companies with events behind their newest seal and without a seal of that day or a later one. */
    async waiting(day: LocalDate): Promise<string[]> {
      const { rows } = await sql<{ company_id: string }>`
        ${sql.raw(WITH_SEALED_COMPANIES)}
        SELECT c.company_id FROM sealed c
          LEFT JOIN LATERAL (SELECT s.day, s.position FROM company_seals s
                              WHERE s.company_id = c.company_id ORDER BY s.day DESC LIMIT 1) s ON true
         WHERE (s.day IS NULL OR s.day < ${day}::date)
           AND EXISTS (SELECT FROM seal_links l
                        WHERE l.company_id = c.company_id AND l.position > coalesce(s.position, -1))`.execute(
        db,
      );
      return rows.map(({ company_id }) => company_id);
    },

    /** The end of the chain at a position of the log; null when all links are newer. */
    async headAt(companyId: string, position: number): Promise<ChainHead | null> {
      const found = await db
        .selectFrom('seal_links')
        .select(['position', 'number as count', 'link'])
        .where('company_id', '=', companyId)
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found ? { ...found, link: found.link.toString('hex') } : null;
    },

    /**
     * Where the chain has a link that begins with these 16 to 64 hexadecimal digits; null: nowhere. No index has the
     * links: those of one company are looked through, half a second for a million.
     */
    async holding(companyId: string, digits: string): Promise<ChainHead | null> {
      const found = await db
        .selectFrom('seal_links')
        .select(['position', 'number as count', 'link'])
        .where('company_id', '=', companyId)
        .where(sql<boolean>`starts_with(encode(link, 'hex'), ${digits})`)
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return found ? { ...found, link: found.link.toString('hex') } : null;
    },

    async newest(companyId: string): Promise<CompanySeal | null> {
      const { rows } = await this.page(companyId, { limit: 1 });
      return rows[0] ?? null;
    },

    /** In the caller's transaction. False, with nothing written, when the day has a seal already. */
    async store(
      client: PostClient,
      companyId: string,
      { day, sealed_at, position, count, link }: CompanySeal,
    ): Promise<boolean> {
      const { rowCount } = await client.query(
        `INSERT INTO company_seals (company_id, day, sealed_at, position, count, link)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id, day) DO NOTHING`,
        [companyId, day, sealed_at, position, count, link],
      );
      return rowCount === 1;
    },

    /** The number of seals up to a position, and the first one that does not match the chain. */
    async compare(companyId: string): Promise<{ seals: number; unfit: CompanySeal | null }> {
      const { rows } = await sql<CompanySeal & { fits: boolean; seals: number }>`
        SELECT s.day, s.sealed_at, s.position, s.count, s.link,
               coalesce(l.number = s.count AND encode(l.link, 'hex') = s.link, false) AS fits,
               (count(*) OVER ())::int AS seals
          FROM company_seals s
          LEFT JOIN seal_links l ON l.company_id = s.company_id AND l.position = s.position
         WHERE s.company_id = ${companyId} ORDER BY fits, s.day LIMIT 1`.execute(db);
      const [first] = rows;
      if (!first) return { seals: 0, unfit: null };
      const { fits, seals, ...seal } = first;
      return { seals, unfit: fits ? null : seal };
    },
  };
}
