import pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { createBackoff } from '#platform/concurrency/backoff.ts';
import type { Log } from '#platform/log.ts';
import { connectionConfig } from './schema.ts';

/** Any number, the same for every runner on a database. */
export const LEADER_LOCK = 4_711_002;
const STANDBY_POLL_MS = 500;

type Term = {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /**
   * Works on the leader's own connection until `signal` aborts. Whenever it throws, the connection is given
   * up and the next term begins on another, after a pause.
   */
  readonly work: (connection: pg.Client, signal: AbortSignal) => Promise<void>;
};

/**
 * One process projects: the one that holds an advisory lock. The others stand by, and one of them takes over within a
 * second of the leader's end. The connection that writes holds the lock, so a process that lost the lock cannot write
 * either; the compare-and-set of the checkpoints catches a statement that is still running.
 * Returns when `signal` aborts; survives a lost database.
 */
export async function leadWhenPossible({ pool, log, scheduler, signal, work }: Term): Promise<void> {
  const backoff = createBackoff({ signal, scheduler });
  while (!signal.aborted) {
    const connection = new pg.Client(connectionConfig(pool, 'tallyboard projections'));
    const lost = new AbortController();
    connection.on('error', () => lost.abort());
    connection.on('end', () => lost.abort());
    try {
      await connection.connect();
      // Read models can be rebuilt, so their commits need not wait for the disk.
      await connection.query("SET synchronous_commit = off; SET statement_timeout = '60s'");
      if (await becomeLeader(connection, scheduler, signal)) {
        backoff.reset();
        await work(connection, AbortSignal.any([signal, lost.signal]));
      }
    } catch (error) {
      if (signal.aborted) return;
      log.error(
        { err: error, retryMs: backoff.nextMs },
        'projections are interrupted and will go on by themselves',
      );
      await backoff.pause();
    } finally {
      await connection.end().catch(() => {});
    }
  }
}

/** Asks now and then instead of waiting in the server: a waiting statement would hold back vacuum. */
async function becomeLeader(
  connection: pg.Client,
  scheduler: Scheduler,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await connection.query<{ leads: boolean }>('SELECT pg_try_advisory_lock($1) AS leads', [
      LEADER_LOCK,
    ]);
    if (rows[0]?.leads) return true;
    await scheduler.pause(STANDBY_POLL_MS, signal);
  }
  return false;
}
