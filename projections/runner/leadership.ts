import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { connectionConfig } from './connection-config.ts';

/** Any number, the same for every runner on a database. */
export const LEADER_LOCK = 4_711_002;
const STANDBY_POLL_MS = 500;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2000;

type Term = {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly signal: AbortSignal;
  /**
   * Works on the leader's own connection until `signal` aborts. Whenever it throws, the connection is given
   * up and the next term begins on another, after a pause.
   */
  readonly work: (connection: pg.Client, signal: AbortSignal) => Promise<void>;
};

/**
 * Of all the processes that could project, the one that holds an advisory lock does; the others stand by and
 * one of them takes over within a second of the leader's end. The lock hangs on the connection that writes,
 * so who lost the lock cannot write either; a statement still under way is caught by the checkpoints.
 * Returns when `signal` aborts; survives a lost database.
 */
export async function leadWhenPossible({ pool, log, signal, work }: Term): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const connection = new pg.Client(connectionConfig(pool, 'tallyboard projections'));
    const lost = new AbortController();
    connection.on('error', () => lost.abort());
    connection.on('end', () => lost.abort());
    try {
      await connection.connect();
      // Read models can be rebuilt, so their commits need not wait for the disk.
      await connection.query("SET synchronous_commit = off; SET statement_timeout = '60s'");
      if (await becomeLeader(connection, signal)) {
        retryMs = FIRST_RETRY_MS;
        await work(connection, AbortSignal.any([signal, lost.signal]));
      }
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, retryMs }, 'projections are interrupted and will go on by themselves');
      await sleep(retryMs, undefined, { signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    } finally {
      await connection.end().catch(() => {});
    }
  }
}

/** Asks now and then instead of waiting in the server: a waiting statement would hold back vacuum. */
async function becomeLeader(connection: pg.Client, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await connection.query<{ leads: boolean }>('SELECT pg_try_advisory_lock($1) AS leads', [
      LEADER_LOCK,
    ]);
    if (rows[0]?.leads) return true;
    await sleep(STANDBY_POLL_MS, undefined, { signal }).catch(() => {});
  }
  return false;
}
