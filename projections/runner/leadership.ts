import pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { createBackoff } from '#platform/concurrency/backoff.ts';
import type { Log } from '#platform/log.ts';
import { connectionConfig } from './schema.ts';

/** Any number, the same for every runner on a database. */
export const LEADER_LOCK = 4_711_002;
const STANDBY_POLL_MS = 500;
const BEAT_MS = 1000;
/** A leader that has not beaten for so long is replaced. */
const LEASE_MS = 5000;

type Term = {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /** Called when this process leads or stands by, or has failed at both for now. */
  readonly onTried?: () => void;
  /**
   * Works on the leader's own connection until `signal` aborts. Whenever it throws, the connection is given
   * up and the next term begins on another, after a pause.
   */
  readonly work: (connection: pg.Client, signal: AbortSignal) => Promise<void>;
};

/**
 * One process projects: the one that holds an advisory lock, and beats. The others stand by. One of them takes over
 * within a second of the leader's end, and of a leader that hangs, five seconds after its last beat. The connection that
 * writes holds the lock, and the successor ends that connection first. So a process that lost the lock cannot write
 * either; the compare-and-set of the checkpoints catches a statement that is still running.
 * Returns when `signal` aborts; survives a lost database.
 */
export async function leadWhenPossible(term: Term): Promise<void> {
  const { pool, log, scheduler, signal, onTried = () => {}, work } = term;
  const backoff = createBackoff({ signal, scheduler });
  while (!signal.aborted) {
    const connection = new pg.Client(connectionConfig(pool, 'tallyboard projections'));
    const lost = new AbortController();
    connection.on('error', () => lost.abort());
    connection.on('end', () => lost.abort());
    let stopBeating = () => {};
    try {
      await connection.connect();
      // Read models can be rebuilt, so their commits need not wait for the disk.
      await connection.query("SET synchronous_commit = off; SET statement_timeout = '60s'");
      if (await becomeLeader(connection, term)) {
        backoff.reset();
        stopBeating = await takeLease(connection, term, () => {
          lost.abort();
          void connection.end();
        });
        onTried();
        await work(connection, AbortSignal.any([signal, lost.signal]));
      }
    } catch (error) {
      if (signal.aborted) return;
      log.error(
        { err: error, retryMs: backoff.nextMs },
        'projections are interrupted and will go on by themselves',
      );
      onTried();
      await backoff.pause();
    } finally {
      stopBeating();
      // A connection whose network is gone does not end.
      await Promise.race([connection.end().catch(() => {}), scheduler.pause(BEAT_MS)]);
    }
  }
}

/** Asks now and then instead of waiting in the server: a waiting statement would hold back vacuum. */
async function becomeLeader(connection: pg.Client, { log, scheduler, signal, onTried }: Term) {
  while (!signal.aborted) {
    const { rows } = await connection.query<{ leads: boolean }>('SELECT pg_try_advisory_lock($1) AS leads', [
      LEADER_LOCK,
    ]);
    if (rows[0]?.leads) return true;
    onTried?.();
    const { rowCount } = await connection.query(END_HANGING_LEADER, [LEADER_LOCK, LEASE_MS]);
    if (rowCount) log.error('the process that led the projections hangs, and is replaced');
    else await scheduler.pause(STANDBY_POLL_MS, signal);
  }
  return false;
}

const LOCK_HOLDER = `SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A leader of a version that does not beat has no lease of its own, and is left alone. */
const END_HANGING_LEADER = `SELECT pg_terminate_backend(backend_pid, ${BEAT_MS}) FROM read.leases
  WHERE name = 'projections' AND beat_at < clock_timestamp() - make_interval(secs => $2 / 1000.0)
    AND backend_pid IN (${LOCK_HOLDER})`;

/**
 * Beats through the pool: a long statement on the leader's own connection is no hanging. `lose` is called when the lease
 * is another's. Returns what ends the beat.
 */
async function takeLease(connection: pg.Client, { pool, scheduler }: Term, lose: () => void) {
  const { rows } = await connection.query<{ pid: number }>(
    `INSERT INTO read.leases AS lease VALUES ('projections', pg_backend_pid(), clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET backend_pid = excluded.backend_pid, beat_at = excluded.beat_at
       RETURNING backend_pid AS pid`,
  );
  const beat = async () => {
    const { rowCount } = await pool.query(
      `UPDATE read.leases SET beat_at = clock_timestamp() WHERE name = 'projections' AND backend_pid = $1`,
      [rows[0]?.pid],
    );
    if (rowCount === 0) lose();
  };
  let isBeating = false;
  return scheduler.every(BEAT_MS, () => {
    if (isBeating) return;
    isBeating = true;
    // Without the database no beat arrives, and the own connection is lost, too.
    void beat()
      .catch(() => {})
      .finally(() => {
        isBeating = false;
      });
  });
}

/** Whether a process leads, or has led within the last five seconds. Throws when the database is away. */
export async function isLed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ led: boolean }>(
    `SELECT EXISTS (SELECT FROM read.leases
                     WHERE name = 'projections' AND beat_at > clock_timestamp() - make_interval(secs => $2 / 1000.0))
         OR EXISTS (${LOCK_HOLDER} AND pid NOT IN (SELECT backend_pid FROM read.leases)) AS led`,
    [LEADER_LOCK, LEASE_MS],
  );
  return rows[0]?.led ?? false;
}
