import type { Checkpoint } from './projection.ts';
import type { Database, Schema } from './schema.ts';

export type StoredCheckpoint = Checkpoint & { readonly projection: string; readonly version: number };

/** The checkpoints by projection; a projection without one has no tables yet. */
export async function readCheckpoints(
  db: Database,
  schema: Schema,
): Promise<ReadonlyMap<string, StoredCheckpoint>> {
  const { rows } = await db.query<StoredCheckpoint>(
    `SELECT projection, position, version, generation FROM ${schema}.checkpoints`,
  );
  return new Map(rows.map((row) => [row.projection, row]));
}

/** The streams that are set aside for a projection. */
export async function readStopped(db: Database, schema: Schema, projection: string): Promise<string[]> {
  const { rows } = await db.query<{ stream: string }>(
    `SELECT DISTINCT stream FROM ${schema}.set_aside WHERE projection = $1`,
    [projection],
  );
  return rows.map(({ stream }) => stream);
}
