import type pg from 'pg';
import { lockRebuilds } from './lease.ts';
import type { ReadModel } from './read-model.ts';

export type Forgotten =
  /** How many rows there were. */
  | { readonly kind: 'done'; readonly rows: number }
  /** This read model is being rebuilt, perhaps from events read before they were erased: try again afterwards. */
  | { readonly kind: 'busy'; readonly projection: string };

/**
 * Deletes from the read models a company whose events were erased, in the caller's transaction. Also raises the
 * generations, so that a runner does not write a batch with such events that it has already read: it starts again
 * from its checkpoint, with empty memory.
 */
export async function forgetCompany(
  client: Pick<pg.ClientBase, 'query'>,
  models: readonly ReadModel[],
  companyId: string,
): Promise<Forgotten> {
  const free = await endRebuilds(client, models);
  if (free.kind === 'busy') return free;
  let rows = 0;
  for (const table of tablesOf(models)) {
    const deleted = await client.query(`DELETE FROM read.${table} WHERE company_id = $1`, [companyId]);
    rows += deleted.rowCount ?? 0;
  }
  await client.query('DELETE FROM read.set_aside WHERE company_id = $1', [companyId]);
  return { kind: 'done', rows };
}

/**
 * In the caller's transaction, which erases events: no rebuild and no runner goes on with what it has read of them. A
 * runner starts again from its checkpoint, with empty memory.
 */
export async function endRebuilds(
  client: Pick<pg.ClientBase, 'query'>,
  models: readonly ReadModel[],
): Promise<Forgotten> {
  const busy = await lockRebuilds(client, models, 'transaction');
  if (busy !== null) return { kind: 'busy', projection: busy };
  await client.query('UPDATE read.shards SET generation = generation + 1');
  // What a rebuild left behind when it was killed.
  const { rows: left } = await client.query(`SELECT WHERE to_regclass('read_rebuild.shadows') IS NOT NULL`);
  if (left.length > 0) await client.query('DELETE FROM read_rebuild.shadows');
  return { kind: 'done', rows: 0 };
}

/** How many rows the read models have of a company. */
export async function countRowsOf(
  db: Pick<pg.ClientBase, 'query'>,
  models: readonly ReadModel[],
  companyId: string,
): Promise<number> {
  const counts = tablesOf(models).map(
    (table) => `(SELECT count(*) FROM read.${table} WHERE company_id = $1)`,
  );
  const { rows } = await db.query<{ rows: number | string }>(`SELECT ${counts.join(' + ')} AS rows`, [
    companyId,
  ]);
  return Number(rows[0]?.rows ?? 0);
}

function tablesOf(models: readonly ReadModel[]): string[] {
  return models.flatMap(({ tables }) => Object.values(tables).map(({ name }) => name));
}
