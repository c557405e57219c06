import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { isLostRace, isTemporary } from '#platform/database-errors.ts';
import type { Log } from '#platform/log.ts';

/** Finds the events that do not plainly belong to one company; see ADR 0002. */
const INDEX = 'events_misnamed';
const DEFINITION = `ON events (position) WHERE is_misnamed(stream, metadata) AND type <> 'Erased'`;

/** A log up to this position has its index in a moment. */
export const SHORT_LOG = 100_000;
const LOOK_AGAIN_MS = 60_000;

/**
 * Builds the index on the log that no migration can: in a transaction it would stop all appends, for minutes where the
 * log is long. Appends go on, also those of the version before. False: another process builds it, or the table is being
 * vacuumed. One that was left half-built is built anew.
 */
export async function buildLongIndex(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const before = await stateOf(pool);
  if (before === 'whole') return true;
  try {
    await pool.query('DO $$ BEGIN LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE NOWAIT; END $$');
    if (before === 'half') await pool.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
    await pool.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${INDEX} ${DEFINITION}`);
  } catch (error) {
    if (!isLostRace(error)) throw error;
  }
  return hasLongIndex(pool);
}

export const hasLongIndex = async (pool: Pick<pg.Pool, 'query'>): Promise<boolean> =>
  (await stateOf(pool)) === 'whole';

async function stateOf(pool: Pick<pg.Pool, 'query'>): Promise<'none' | 'half' | 'whole'> {
  const { rows } = await pool.query<{ isValid: boolean }>(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass('${INDEX}')`,
  );
  if (!rows[0]) return 'none';
  return rows[0].isValid ? 'whole' : 'half';
}

/**
 * Builds it where the log is so short that a start can wait for it; otherwise the program does it while it serves, and
 * also when a dump or a long transaction is in the way for longer than the pool's `lock_timeout`.
 */
export async function buildShortIndex(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ end: number | string | null }>(
    'SELECT max(position) AS end FROM events',
  );
  if (Number(rows[0]?.end ?? 0) <= SHORT_LOG) await buildLongIndex(pool);
}

type Building = {
  readonly signal: AbortSignal;
  readonly scheduler: Pick<Scheduler, 'pause'>;
  readonly log: Pick<Log, 'error'>;
};

/** Returns when the index is there, or the signal aborts, and then leaves the work to the next start. Never rejects. */
export async function untilLongIndex(
  pool: Pick<pg.Pool, 'connect'>,
  { signal, scheduler, log }: Building,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await onOneConnection(pool, signal, buildLongIndex)) return;
    } catch (err) {
      if (!signal.aborted && !isTemporary(err)) log.error({ err }, `the index ${INDEX} was not built`);
    }
    await scheduler.pause(LOOK_AGAIN_MS, signal);
  }
}

/** The end of the signal is the end of the connection, whatever it is doing. */
async function onOneConnection<Value>(
  pool: Pick<pg.Pool, 'connect'>,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  if (signal.aborted) client.release();
  signal.throwIfAborted();
  const cut = () => client.release(true);
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await work(client);
  } finally {
    signal.removeEventListener('abort', cut);
    if (!signal.aborted) client.release();
  }
}
