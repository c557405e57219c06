import type { Log } from '#platform/log.ts';
import { type Checkpoint, createProjection, type Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import type { Database, Schema } from './schema.ts';

/**
 * The projections as the database knows them, with empty memory. One whose tables are of another version
 * belongs to another version of the program, which is just replacing this one or being replaced, and is left
 * to it.
 */
export async function openProjections(
  db: Database,
  schema: Schema,
  models: readonly ReadModel[],
  cacheSize: number,
  log: Pick<Log, 'warn'>,
): Promise<Projection[]> {
  const checkpoints = await readCheckpoints(db, schema);
  const opened: Projection[] = [];
  for (const model of models) {
    const found = checkpoints.get(model.name);
    if (found?.version !== model.version) {
      log.warn({ projection: model.name, version: found?.version }, 'left to another version of the program');
      continue;
    }
    const { position, generation } = found;
    const stopped = await readStopped(db, schema, model.name);
    opened.push(createProjection(model, { position, generation }, stopped, { size: cacheSize }));
  }
  return opened;
}

type StoredCheckpoint = Checkpoint & { readonly projection: string; readonly version: number };

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
async function readStopped(db: Database, schema: Schema, projection: string): Promise<string[]> {
  const { rows } = await db.query<{ stream: string }>(
    `SELECT DISTINCT stream FROM ${schema}.set_aside WHERE projection = $1`,
    [projection],
  );
  return rows.map(({ stream }) => stream);
}
