import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { PROJECTING_LOCK } from './schema.ts';

/** How often a process looks at the others. */
export const LOOK_MS = 500;
export const BEAT_MS = 1000;
/** A process that has not beaten for so long is replaced. */
const LEASE_MS = 5000;

type Joining = {
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /** While a process of a version before shards projects. */
  readonly onWait: () => void;
};

/** Asks now and then instead of waiting in the server: a waiting statement would hold back vacuum. */
export async function join(
  connection: pg.Client,
  { log, scheduler, signal, onWait }: Joining,
): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await connection.query<{ joined: boolean }>(
      'SELECT pg_try_advisory_lock_shared($1) AS joined',
      [PROJECTING_LOCK],
    );
    if (rows[0]?.joined) return true;
    onWait();
    if (!(await endHanging(connection, log))) await scheduler.pause(LOOK_MS, signal);
  }
  return false;
}

/** The processes that project, of all versions. */
export const PROJECTING = `SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = ${PROJECTING_LOCK} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export const OVERDUE = `beat_at < clock_timestamp() - make_interval(secs => ${LEASE_MS / 1000})`;

/** Ends the connections of processes that have not beaten; one of a version that does not beat is left alone. */
export async function endHanging(db: Pick<pg.ClientBase, 'query'> | pg.Pool, log: Log): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT pg_terminate_backend(backend_pid, ${BEAT_MS}) FROM read.leases
      WHERE ${OVERDUE} AND backend_pid IN (${PROJECTING})`,
  );
  if (rowCount) log.error('a process that projected hangs, and is replaced');
  return Boolean(rowCount);
}

/** The versions of read models, by name. */
export type Versions = Readonly<Record<string, number>>;

type Holder = {
  readonly pool: pg.Pool;
  readonly scheduler: Scheduler;
  readonly versions: Versions;
  readonly isReady: () => boolean;
};

/**
 * Beats through the pool: a long statement on the own connection is no hanging. `lose` is called when the lease is gone, or
 * by the own clock when no beat has arrived for so long that others take its shards. Leases of processes that have ended
 * are removed.
 */
export async function takeLease(
  connection: pg.Client,
  { pool, scheduler, versions, isReady }: Holder,
  lose: () => void,
) {
  let beatenAt = scheduler.now();
  const { rows } = await connection.query<{ pid: number }>(
    `WITH ended AS (DELETE FROM read.leases WHERE backend_pid NOT IN (${PROJECTING}))
     INSERT INTO read.leases AS lease (name, backend_pid, beat_at, models, is_ready)
       VALUES ('projections ' || pg_backend_pid(), pg_backend_pid(), clock_timestamp(), $1, $2)
       ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at, models = $1, is_ready = $2
       RETURNING backend_pid AS pid`,
    [versions, isReady()],
  );
  const pid = rows[0]?.pid ?? 0;
  const beat = async () => {
    const sentAt = scheduler.now();
    const { rowCount } = await pool.query(
      `UPDATE read.leases SET beat_at = clock_timestamp(), is_ready = $2 WHERE name = 'projections ' || $1`,
      [String(pid), isReady()],
    );
    if (rowCount === 0) lose();
    beatenAt = sentAt;
  };
  let isBeating = false;
  const stop = scheduler.every(BEAT_MS, () => {
    if (scheduler.now() - beatenAt > LEASE_MS) {
      stop();
      return lose();
    }
    if (isBeating) return;
    isBeating = true;
    // Without the database no beat arrives.
    void beat()
      .catch(() => {})
      .finally(() => {
        isBeating = false;
      });
  });
  return { pid, stop };
}
