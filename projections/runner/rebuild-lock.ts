import type pg from 'pg';
import type { ReadModel } from './read-model.ts';

/** Any number; with the hash of a projection's name it makes the lock that only one rebuild gets. */
const REBUILD_LOCK = 4_711_003;
const FUNCTIONS = { session: 'pg_try_advisory_lock', transaction: 'pg_try_advisory_xact_lock' } as const;

/**
 * Keeps other processes from rebuilding these models until the session or the transaction ends. Returns the name of a
 * model that is being rebuilt, or null if all locks were acquired.
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
    if (!rows[0]?.locked) return name;
  }
  return null;
}
