import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { isBadData } from '#platform/database-errors.ts';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { bulkLoad } from './bulk-load.ts';
import { decode, type SetAside } from './fold.ts';
import { project } from './project.ts';
import { createProjection, NOTHING_YET, openProjections, type Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { createIndexes, createKey, createTable, type Schema } from './schema.ts';

/** Where a rebuild works; its bookkeeping is like that of the live tables. */
export const SHADOW: Schema = 'read_rebuild';

/** Rows of each table. Events mostly touch recent rows, and while all rows fit, nothing needs to be looked up. */
const CACHE_SIZE = 20_000;
const BATCH = 2000;

export type Shadow = {
  readonly client: pg.ClientBase;
  /** Of another session. */
  readonly second: pg.ClientBase;
  readonly store: EventStore;
  readonly models: readonly ReadModel[];
  readonly onEvents: (events: number) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Fills shadow tables from the whole log. What an earlier, broken rebuild left behind is dropped first. */
export async function fillShadow(shadow: Shadow): Promise<Projection[]> {
  const { client, store, models, signal } = shadow;
  const empty = models.map((model) =>
    createProjection(model, NOTHING_YET, [], { size: CACHE_SIZE, fromEmpty: true }),
  );
  await prepare(client, models);
  let filled = empty;
  try {
    const load = { client, schema: SHADOW, store, projections: empty, onWindow: shadow.onEvents, signal };
    const aside = await bulkLoad(load);
    await finish(shadow, models);
    await record(client, empty, aside);
  } catch (error) {
    if (!isBadData(error)) throw error;
    // Some event makes a row that the database refuses. Slower, but able to find it and set it aside:
    await prepare(client, models);
    await finish(shadow, models);
    filled = await reopenShadow(client, models);
    for (const projection of filled) await catchUp(shadow, projection);
  }
  return filled;
}

/** The shadow projections as the database has them, with empty memory. */
export function reopenShadow(client: pg.ClientBase, models: readonly ReadModel[]): Promise<Projection[]> {
  return openProjections(client, SHADOW, models, CACHE_SIZE, { warn: () => {} });
}

/** Takes a shadow on to `until`, by default as far as the log goes at the moment. */
export async function catchUp(
  { client, store, signal }: Pick<Shadow, 'client' | 'store' | 'signal'>,
  projection: Projection,
  until = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const read = await store.readAll({ after: projection.checkpoint.position, limit: BATCH });
    const batch = read.filter(({ position }) => position <= until).map(decode);
    if (batch.length === 0) return;
    await project(client, SHADOW, [projection], batch);
    if (batch.length < BATCH) return;
  }
}

/**
 * Empty tables. Those whose rows change have their key, by which rows are replaced. All other indexes are built at the
 * end: sorting the rows once costs a fraction of finding the place of each.
 */
async function prepare(client: pg.ClientBase, models: readonly ReadModel[]): Promise<void> {
  for (const table of tablesOf(models)) {
    await client.query(`DROP TABLE IF EXISTS ${SHADOW}.${table.name}`);
    await client.query(createTable(SHADOW, table));
    if (!table.addOnly) await client.query(createKey(SHADOW, table));
  }
  for (const { name, version } of models) {
    await client.query(`DELETE FROM ${SHADOW}.set_aside WHERE projection = $1`, [name]);
    await client.query(
      `INSERT INTO ${SHADOW}.checkpoints (projection, position, version, generation) VALUES ($1, $2, $3, 0)
       ON CONFLICT (projection) DO UPDATE SET position = excluded.position, version = excluded.version, generation = 0`,
      [name, START, version],
    );
  }
}

/**
 * The keys and indexes that `prepare` left out, on two connections: most of them are of one table, and nothing is folded
 * meanwhile, so there is a second processor.
 */
async function finish(
  { client, second }: Pick<Shadow, 'client' | 'second'>,
  models: readonly ReadModel[],
): Promise<void> {
  const tables = tablesOf(models);
  for (const table of tables) if (table.addOnly) await client.query(createKey(SHADOW, table));
  const indexes = tables.flatMap((table) => createIndexes(SHADOW, table)).values();
  const build = async (connection: pg.ClientBase) => {
    for (const statement of indexes) await connection.query(statement);
  };
  await Promise.all([build(client), build(second)]);
}

/** Writes down how far the bulk load came, which until now only the memory knew. */
async function record(
  client: pg.ClientBase,
  projections: readonly Projection[],
  aside: readonly SetAside[],
): Promise<void> {
  for (const { model, checkpoint } of projections) {
    await client.query(
      `UPDATE ${SHADOW}.checkpoints SET position = $2, event_position = $2, event_id = $3 WHERE projection = $1`,
      [model.name, checkpoint.position, checkpoint.eventId],
    );
  }
  for (const { projection, position, stream, company_id, type, reason } of aside) {
    await client.query(
      `INSERT INTO ${SHADOW}.set_aside (projection, position, stream, company_id, type, reason)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [projection, position, stream, company_id, type, reason],
    );
  }
}

function tablesOf(models: readonly ReadModel[]) {
  return models.flatMap(({ tables }) => Object.values(tables));
}

type Swap = {
  readonly client: pg.ClientBase;
  readonly store: EventStore;
  readonly scheduler: Scheduler;
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
      await deps.scheduler.pause(RETRY_MS, deps.signal);
    }
  }
}

async function swapInTransaction(deps: Swap, shadow: Projection): Promise<void> {
  const { client } = deps;
  const { name, version, tables } = shadow.model;
  // Batches may be lost in a crash and are projected anew; dropped tables would not come back by themselves.
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
    `INSERT INTO read.checkpoints AS c (projection, position, version, generation, event_position, event_id)
     VALUES ($1, $2, $3, 1, $2, $4)
     ON CONFLICT (projection) DO UPDATE
       SET position = excluded.position, version = excluded.version, generation = c.generation + 1,
           event_position = excluded.event_position, event_id = excluded.event_id`,
    [name, shadow.checkpoint.position, version, shadow.checkpoint.eventId],
  );
  await client.query('DELETE FROM read.set_aside WHERE projection = $1', [name]);
  await client.query(
    `WITH moved AS (DELETE FROM ${SHADOW}.set_aside WHERE projection = $1 RETURNING *)
     INSERT INTO read.set_aside (projection, position, stream, company_id, type, reason, at)
     SELECT projection, position, stream, company_id, type, reason, at FROM moved`,
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
