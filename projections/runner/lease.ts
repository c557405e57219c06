import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { ReadModel } from './read-model.ts';
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

const holdersOf = (lock: number) => `SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = ${lock} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The processes that project, of all versions. */
export const PROJECTING = holdersOf(PROJECTING_LOCK);

export const OVERDUE = `beat_at < clock_timestamp() - make_interval(secs => ${LEASE_MS / 1000})`;

/** Ends the connections of processes that have not beaten; one of a version that does not beat is left alone. */
export async function endHanging(db: Queries, log: Log): Promise<boolean> {
  const isEnded = await endOverdue(db, 'projections', PROJECTING);
  if (isEnded) log.error('a process that projected hangs, and is replaced');
  return isEnded;
}

type Queries = Pick<pg.ClientBase, 'query'> | pg.Pool;

async function endOverdue(db: Queries, kind: string, holders: string): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(backend_pid, ${BEAT_MS}) AS ended FROM read.leases
      WHERE starts_with(name, $1) AND ${OVERDUE} AND backend_pid IN (${holders})`,
    [`${kind} `],
  );
  return rows.some(({ ended }) => ended);
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
    `WITH ended AS (DELETE FROM read.leases WHERE backend_pid NOT IN (SELECT pid FROM pg_stat_activity))
     INSERT INTO read.leases AS lease (name, backend_pid, beat_at, models, is_ready)
       VALUES ('projections ' || pg_backend_pid(), pg_backend_pid(), clock_timestamp(), $1, $2)
       ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at, models = $1, is_ready = $2
       RETURNING backend_pid AS pid`,
    [versions, isReady()],
  );
  const pid = rows[0]?.pid ?? 0;
  const beat = oneAtATime(async () => {
    const sentAt = scheduler.now();
    const { rowCount } = await pool.query(
      `UPDATE read.leases SET beat_at = clock_timestamp(), is_ready = $2 WHERE name = 'projections ' || $1`,
      [String(pid), isReady()],
    );
    if (rowCount === 0) lose();
    beatenAt = sentAt;
  });
  const stop = scheduler.every(BEAT_MS, () => {
    if (scheduler.now() - beatenAt > LEASE_MS) {
      stop();
      return lose();
    }
    beat();
  });
  return { pid, stop };
}

/** Without the database no beat arrives. */
function oneAtATime(beat: () => Promise<unknown>): () => void {
  let isBeating = false;
  return () => {
    if (isBeating) return;
    isBeating = true;
    void beat()
      .catch(() => {})
      .finally(() => {
        isBeating = false;
      });
  };
}

/** Any number. Held shared by each connection of a rebuild. */
const REBUILDING_LOCK = 4_711_005;

/**
 * Beats for the connections of a rebuild; to call before it takes its locks. Call the result when it has ended. The
 * connections of one that has not beaten are ended by the next one that wants its locks.
 */
export async function beatForRebuild(
  connections: readonly pg.Client[],
  { pool, scheduler }: Pick<Holder, 'pool' | 'scheduler'>,
): Promise<() => Promise<unknown>> {
  const own = connections.map((each) =>
    each.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_advisory_lock_shared($1)', [
      REBUILDING_LOCK,
    ]),
  );
  const pids = (await Promise.all(own)).map(({ rows }) => rows[0]?.pid);
  const beat = () =>
    pool.query(
      `INSERT INTO read.leases (name, backend_pid, beat_at)
       SELECT 'rebuild ' || pid, pid, clock_timestamp() FROM unnest($1::integer[]) pid
       ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at`,
      [pids],
    );
  await beat();
  const stop = scheduler.every(BEAT_MS, oneAtATime(beat));
  return async () => {
    stop();
    const names = pids.map((pid) => `rebuild ${pid}`);
    await pool.query('DELETE FROM read.leases WHERE name = ANY ($1)', [names]).catch(() => {});
  };
}

/** Any number; with the hash of a projection's name it makes the lock that only one rebuild gets. */
const REBUILD_LOCK = 4_711_003;
const FUNCTIONS = { session: 'pg_try_advisory_lock', transaction: 'pg_try_advisory_xact_lock' } as const;

/**
 * Keeps other processes from rebuilding these models until the session or the transaction ends. Returns the name of a
 * model that is being rebuilt, or null if all locks were acquired. A rebuild that hangs loses them.
 */
export async function lockRebuilds(
  client: Pick<pg.ClientBase, 'query'>,
  models: readonly ReadModel[],
  until: keyof typeof FUNCTIONS,
): Promise<string | null> {
  for (const { name } of models) {
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT ${FUNCTIONS[until]}($1, hashtext($2)) AS locked`,
      [REBUILD_LOCK, name],
    );
    if (rows[0]?.locked) continue;
    const isEnded = await endOverdue(client, 'rebuild', holdersOf(REBUILDING_LOCK));
    return isEnded ? lockRebuilds(client, models, until) : name;
  }
  return null;
}
