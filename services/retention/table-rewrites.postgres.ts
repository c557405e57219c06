import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { directOf } from '#platform/database.ts';

/** A table that may still hold bytes of erased rows, and why. */
export type Left = { readonly table: string; readonly bytes: number; readonly reason: string };
export type Rewritten = { readonly tables: readonly string[]; readonly left: readonly Left[] };

/** Milliseconds for which requests that need a table wait while it is rewritten, the wait for its lock included. */
export const HOLD_MS = 2000;
const TRIES = 3;
/** Before a table holds requests up again. */
const REST_MS = 2000;

const STATISTICS = 'pg_catalog.pg_statistic';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

type Marked = { readonly name: string; readonly marks: number; readonly bytes: number };

/** The statistics go last: rewriting a table replaces its own. */
const MARKED = `
  SELECT name, marks, pg_total_relation_size(to_regclass(name)) AS bytes FROM tables_to_rewrite
   WHERE to_regclass(name) IS NOT NULL
   ORDER BY name = '${STATISTICS}', bytes, name`;

/** ANALYZE leaves the statistics of a table without rows as they were. */
const FORGET_STATISTICS = (name: string) => `
  SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats
   WHERE format('%I.%I', schemaname, tablename) = '${name.replaceAll("'", "''")}'
     AND NOT EXISTS (SELECT FROM ${name})`;

/**
 * Copies each marked table and its indexes into new files, without the bytes of erased rows, and makes its statistics
 * anew. A table whose rewriting would take longer than `holdMs` is left as it is, and stays marked. See ADR 0026.
 */
export async function rewriteTables({
  pool,
  scheduler,
  holdMs = HOLD_MS,
}: {
  pool: pg.Pool;
  scheduler: Scheduler;
  holdMs?: number;
}): Promise<Rewritten> {
  await pool.query('DELETE FROM tables_to_rewrite WHERE to_regclass(name) IS NULL');
  const { rows } = await pool.query<Marked>(MARKED);
  const tables: string[] = [];
  const left: Left[] = [];
  if (rows.length === 0) return { tables, left };
  const client = await directOf(pool).connect();
  try {
    await client.query(`SET lock_timeout = ${Math.ceil(holdMs / 2)}`);
    for (const { name, marks, bytes } of rows) {
      const reason = await rewrite(client, name, { scheduler, holdMs });
      if (reason !== null) left.push({ table: name, bytes, reason });
      else tables.push(name);
      // Statistics of a table that is left are in the new file, too.
      if (reason !== null || (name === STATISTICS && left.length > 0)) continue;
      await client.query('DELETE FROM tables_to_rewrite WHERE name = $1 AND marks = $2', [name, marks]);
    }
    return { tables, left };
  } finally {
    // Its settings end with it.
    client.release(true);
  }
}

/** Null, or why the table may still hold such bytes. */
async function rewrite(
  client: pg.PoolClient,
  name: string,
  { scheduler, holdMs }: { scheduler: Scheduler; holdMs: number },
): Promise<string | null> {
  let reason = '';
  for (let tried = 1; tried <= TRIES; tried++) {
    if (tried > 1) await scheduler.pause(REST_MS);
    try {
      const kept = await vacuum(client, name, holdMs);
      if (kept === null) return 'not permitted';
      reason = 'a transaction that began before still sees erased rows';
      if (kept > 0) continue;
      await client.query('SET statement_timeout = 0');
      if (name === STATISTICS) return null;
      await client.query(FORGET_STATISTICS(name));
      await client.query(`ANALYZE ${name}`);
      return null;
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      if (code === QUERY_CANCELED) return `not within ${holdMs / 1000} seconds`;
      if (code !== LOCK_NOT_AVAILABLE) throw error;
      reason = 'in use by another transaction';
    }
  }
  return reason;
}

/** The number of erased rows that had to be copied, because a transaction still sees them; null: not permitted. */
async function vacuum(client: pg.PoolClient, name: string, holdMs: number): Promise<number | null> {
  let kept: number | null = null;
  const onNotice = ({ severity, detail }: { severity?: string; detail?: string }) => {
    const [count] = /\d+/.exec(severity === 'INFO' ? (detail ?? '') : '') ?? [];
    if (count !== undefined) kept = Math.max(kept ?? 0, Number(count));
  };
  client.on('notice', onNotice);
  try {
    await client.query(`SET statement_timeout = ${holdMs}`);
    await client.query(`VACUUM (FULL, VERBOSE) ${name}`);
    return kept;
  } finally {
    client.off('notice', onNotice);
  }
}
