import type pg from 'pg';
import { START } from '#platform/event-store/event-store.port.ts';
import { CHECKPOINTS, type Database, inSchemaTransaction } from './schema.ts';

/** How far a shard or a shadow has come. An erasure, and the swap of a rebuild, raise the generation. */
export type Checkpoint = {
  readonly position: number;
  /** The event there; null before the first one. */
  readonly eventId: string | null;
  readonly generation: number;
};

/** Checkpoints by the number of the shard. All read models of a shard are at its checkpoint. */
export type Checkpoints = Map<number, Checkpoint>;

/** Empty until the first runner has divided this database, see `divide`. */
export async function readShards(db: Database): Promise<Checkpoints> {
  const { rows } = await db.query<Checkpoint & { shard: number }>(
    'SELECT shard, position, event_id AS "eventId", generation FROM read.shards ORDER BY shard',
  );
  return new Map(rows.map(({ shard, ...checkpoint }) => [shard, checkpoint]));
}

type Version = { readonly projection: string; readonly version: number };

/** The versions of the read models that are kept up to date, by name. */
export async function readVersions(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<Version>(
    `SELECT projection, version FROM read.models
      UNION ALL SELECT projection, version FROM read.checkpoints
       WHERE NOT EXISTS (SELECT FROM read.shards) AND position = (SELECT max(position) FROM read.checkpoints)`,
  );
  return new Map(rows.map(({ projection, version }) => [projection, version]));
}

type Former = Version & { readonly position: number; readonly eventId: string | null };

/**
 * Divides the read models of this database into so many shards. A version before shards had a checkpoint for each read
 * model: those at the front stay, the others are built anew. What is divided stays so, unless it is to be divided `again`: only
 * while no other process projects. That throws when the shards are at different places.
 */
export function divide(client: pg.ClientBase, count: number, { again = false } = {}): Promise<void> {
  return inSchemaTransaction(client, async () => {
    const shards = await readShards(client);
    if (shards.size === count || (shards.size > 0 && !again)) return;
    let front: Pick<Checkpoint, 'position' | 'eventId'> = { position: START, eventId: null };
    // Fences writers that know the shards as they were.
    const generation = 1 + Math.max(0, ...[...shards.values()].map((shard) => shard.generation));
    if (shards.size > 0) {
      front = frontOf(shards);
      await client.query('DELETE FROM read.shards');
    } else {
      const former = await readFormer(client);
      front = former[0] ?? front;
      for (const { projection, version, position } of former)
        if (position === front.position)
          await client.query('INSERT INTO read.models VALUES ($1, $2)', [projection, version]);
    }
    await client.query(
      `INSERT INTO read.shards (shard, position, event_id, generation)
       SELECT shard, $2, $3, $4 FROM generate_series(0, $1 - 1) shard`,
      [count, front.position, front.eventId, generation],
    );
  });
}

/** The one place of all shards. Throws when there are several. */
function frontOf(shards: Checkpoints): Checkpoint {
  const [first, ...others] = shards.values();
  if (!first || others.some(({ position }) => position !== first.position))
    throw new Error('the shards are at different places of the log');
  return first;
}

/** The checkpoints of a version before shards, the furthest first; its table becomes a view, which it can still read. */
async function readFormer(client: pg.ClientBase): Promise<readonly Former[]> {
  const { rows: kind } = await client.query(
    `SELECT FROM pg_class WHERE oid = 'read.checkpoints'::regclass AND relkind = 'r'`,
  );
  if (kind.length === 0) return [];
  // Without the event in older ones.
  const { rows } = await client.query<Former>(
    `SELECT projection, version, position,
            CASE WHEN (row ->> 'event_position')::bigint = position THEN (row ->> 'event_id')::uuid END AS "eventId"
       FROM read.checkpoints c, to_jsonb(c) row ORDER BY position DESC, 4 NULLS LAST`,
  );
  await client.query(`DROP TABLE read.checkpoints; ${CHECKPOINTS}`);
  return rows;
}

/**
 * Begins again at the start of the log with nothing: the log is another one. Every writer that still knows the former one
 * is fenced by the generation.
 */
export function forgetAll(client: pg.ClientBase): Promise<void> {
  return inSchemaTransaction(client, async () => {
    await client.query('DELETE FROM read.models');
    await client.query('UPDATE read.shards SET position = $1, event_id = NULL, generation = generation + 1', [
      START,
    ]);
  });
}
