import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Counts } from './company-tables.postgres.ts';

/** A company whose six months are over. */
export type Due = { readonly companyId: string; readonly endedAt: string };

type Row = { companyId: string; endedAt: string };
const COLUMNS = 'company_id AS "companyId", ended_at AS "endedAt"';

/** Which company was erased, when, and how many rows; no names and no content. Table of migration 070. */
export function createRetentionLog({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  return {
    /** Written before the erasure, so that the next run completes an interrupted one. */
    async begin({ companyId, endedAt }: Due): Promise<void> {
      await pool.query(
        `INSERT INTO retention_log (company_id, ended_at, begun_at) VALUES ($1, $2, $3)
         ON CONFLICT (company_id) DO NOTHING`,
        [companyId, endedAt, clock.now()],
      );
    },

    /** Runs in the transaction of the deletion, so that each row is counted once. */
    async add(client: pg.ClientBase, companyId: string, counts: Counts): Promise<void> {
      await client.query(
        `UPDATE retention_log SET counts = (
           SELECT coalesce(jsonb_object_agg(kind, n), '{}') FROM (
             SELECT kind, sum(n) AS n FROM (
               SELECT key AS kind, value::bigint AS n FROM jsonb_each_text(counts)
               UNION ALL SELECT key, value::bigint FROM jsonb_each_text($2)) AS both_of GROUP BY kind) AS summed)
          WHERE company_id = $1`,
        [companyId, JSON.stringify(counts)],
      );
    },

    async finish(companyId: string, events: number): Promise<void> {
      await pool.query(
        `UPDATE retention_log SET finished_at = coalesce(finished_at, $3),
                counts = jsonb_build_object('events', $2::bigint) || counts
          WHERE company_id = $1`,
        [companyId, events, clock.now()],
      );
    },

    /** Companies whose erasure was begun and not finished. */
    async unfinished(): Promise<readonly Due[]> {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM retention_log WHERE finished_at IS NULL ORDER BY begun_at, company_id`,
      );
      return rows;
    },

    async finishedSince(instant: Date): Promise<readonly Due[]> {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM retention_log WHERE finished_at >= $1 ORDER BY finished_at, company_id`,
        [instant],
      );
      return rows;
    },
  };
}

export type RetentionLog = ReturnType<typeof createRetentionLog>;
