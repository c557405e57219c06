import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { retiredReadModels } from '../all.projections.ts';

/** A new leader waits no longer than this for requests that still read the old tables. */
const LOCK_TIMEOUT_MS = 1000;

/**
 * Drops the tables of read models that this version of the program no longer has. Only the leader does so: while a
 * program of the version before leads, it still writes them. If a reader holds the tables, the next leader drops them.
 */
export async function dropRetired(
  client: Pick<pg.ClientBase, 'query'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const names = Object.keys(retiredReadModels);
  const { rows: found } = await client.query(
    'SELECT FROM read.checkpoints WHERE projection = ANY ($1) LIMIT 1',
    [names],
  );
  if (found.length === 0) return;
  const tables = Object.values(retiredReadModels)
    .flat()
    .map((table) => `read.${table}`);
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`DROP TABLE IF EXISTS ${tables.join(', ')}`);
    await client.query('DELETE FROM read.set_aside WHERE projection = ANY ($1)', [names]);
    await client.query('DELETE FROM read.checkpoints WHERE projection = ANY ($1)', [names]);
    await client.query('COMMIT');
    log.info({ tables }, 'dropped the tables of former read models');
  } catch (err) {
    await client.query('ROLLBACK');
    log.warn({ err, tables }, 'the tables of former read models could not be dropped yet');
  }
}
