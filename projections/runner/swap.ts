import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { catchUp, reopenShadow, SHADOW } from './shadow.ts';

type Swap = {
  readonly client: pg.ClientBase;
  readonly store: EventStore;
  readonly signal?: AbortSignal | undefined;
};

/** Readers queue behind our lock request, so it gives up soon and asks again. */
const LOCK_TIMEOUT_MS = 200;
const RETRY_MS = 100;
/** A writer that keeps its locks this long is not coming back. */
const ATTEMPTS = 300;

/**
 * Puts a filled shadow in the place of the live tables, in one transaction, never behind what readers saw:
 * the last few events are folded in while the live tables are locked. The live runner notices by its
 * checkpoint. Waits for locks in small portions, so that readers wait for a fraction of a second at most.
 */
export async function swap(deps: Swap, filled: Projection): Promise<void> {
  let shadow = filled;
  for (let attempt = 1; ; attempt++) {
    deps.signal?.throwIfAborted();
    await catchUp(deps, shadow);
    try {
      await deps.client.query('BEGIN');
      await swapInTransaction(deps, shadow);
      await deps.client.query('COMMIT');
      return;
    } catch (error) {
      await deps.client.query('ROLLBACK');
      if (attempt >= ATTEMPTS) throw error;
      // The memory may be ahead of the tables now.
      const [reopened] = await reopenShadow(deps.client, [shadow.model]);
      shadow = reopened as Projection;
      await sleep(RETRY_MS);
    }
  }
}

async function swapInTransaction(deps: Swap, shadow: Projection): Promise<void> {
  const { client } = deps;
  const { name, version, tables } = shadow.model;
  // Batches may be lost in a crash and are projected anew; tables that are gone would not come back by themselves.
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL synchronous_commit = on`);
  // Tables first, then the checkpoint: the order in which the runner's statement takes its locks.
  await client.query(`LOCK TABLE read.checkpoints IN ROW EXCLUSIVE MODE`);
  const live = await existing(client, shadow.model);
  if (live.length > 0) await client.query(`LOCK TABLE ${live.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const { rows } = await client.query<{ position: string | number }>(
    'SELECT position FROM read.checkpoints WHERE projection = $1 FOR UPDATE',
    [name],
  );
  await catchUp(deps, shadow, Number(rows[0]?.position ?? shadow.checkpoint.position));
  for (const table of Object.values(tables)) {
    await client.query(`DROP TABLE IF EXISTS read.${table.name}`);
    await client.query(`ALTER TABLE ${SHADOW}.${table.name} SET SCHEMA read`);
  }
  await client.query(
    `INSERT INTO read.checkpoints AS c (projection, position, version, generation) VALUES ($1, $2, $3, 1)
     ON CONFLICT (projection) DO UPDATE
       SET position = excluded.position, version = excluded.version, generation = c.generation + 1`,
    [name, shadow.checkpoint.position, version],
  );
  await client.query('DELETE FROM read.set_aside WHERE projection = $1', [name]);
  await client.query(
    `WITH moved AS (DELETE FROM ${SHADOW}.set_aside WHERE projection = $1 RETURNING *)
     INSERT INTO read.set_aside SELECT * FROM moved`,
    [name],
  );
  await client.query(`DELETE FROM ${SHADOW}.checkpoints WHERE projection = $1`, [name]);
}

async function existing(client: pg.ClientBase, { tables }: ReadModel): Promise<string[]> {
  const names = Object.values(tables).map((table) => `read.${table.name}`);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) name WHERE to_regclass(name) IS NOT NULL',
    [names],
  );
  return rows.map(({ name }) => name);
}
