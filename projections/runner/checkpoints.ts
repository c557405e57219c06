import type pg from 'pg';
import { type EventPlace, START } from '#platform/event-store/event-store.port.ts';
import { CHECKPOINTS, type Database, inSchemaTransaction, type Schema } from './schema.ts';

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
 * model: those at the front stay, the others are built anew. Changes nothing when they are divided into so many, and
 * throws when the shards are at different places and so cannot be divided otherwise. Only while no other process projects.
 */
export function divide(client: pg.ClientBase, count: number): Promise<void> {
  return inSchemaTransaction(client, async () => {
    const shards = await readShards(client);
    if (shards.size === count) return;
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

/** Where a batch is folded, and the statement that moves its checkpoint on if that still is where the fold began. */
export type Place = {
  readonly schema: Schema;
  move(to: EventPlace): Move;
  /** The move is committed. */
  reached(to: EventPlace): void;
};

/** A statement that returns rows only if everything is moved; `values` are its first parameters. */
export type Move = { readonly name: string; readonly sql: string; readonly values: readonly unknown[] };

/** Of a runner: moves all of these shards that are behind, or none. */
export function placeOfShards(shards: Checkpoints): Place {
  const behind = (to: EventPlace) => [...shards].filter(([, { position }]) => position < to.position);
  return {
    schema: 'read',
    move(to) {
      const expected = behind(to).map(([shard, { position, generation }]) => ({
        shard,
        position,
        generation,
      }));
      return {
        name: 'shards',
        values: [to.position, to.id, JSON.stringify(expected), expected.length],
        sql: `held AS (
          SELECT s.shard FROM read.shards s
            JOIN json_populate_recordset(NULL::read.shards, $3) e USING (shard, position, generation) FOR UPDATE OF s),
        moved AS (
          UPDATE read.shards s SET position = $1, event_id = $2 FROM held
           WHERE s.shard = held.shard AND (SELECT count(*) FROM held) = $4 RETURNING s.shard)`,
      };
    },
    reached(to) {
      for (const [shard, checkpoint] of behind(to))
        shards.set(shard, { ...checkpoint, position: to.position, eventId: to.id });
    },
  };
}

/** Of a rebuild: one checkpoint for each of these models, all at the same place. */
export function placeOfShadows(shadows: Map<string, Checkpoint>): Place {
  return {
    schema: 'read_rebuild',
    move(to) {
      const expected = [...shadows].map(([projection, { position, generation }]) => ({
        ...{ projection, position, generation },
      }));
      return {
        name: 'shadows',
        values: [to.position, to.id, JSON.stringify(expected)],
        sql: `moved AS (
          UPDATE read_rebuild.shadows s SET position = $1, event_id = $2
            FROM json_populate_recordset(NULL::read_rebuild.shadows, $3) e
           WHERE s.projection = e.projection AND s.position = e.position AND s.generation = e.generation
          RETURNING s.projection)`,
      };
    },
    reached(to) {
      for (const [name, checkpoint] of shadows)
        shadows.set(name, { ...checkpoint, position: to.position, eventId: to.id });
    },
  };
}
