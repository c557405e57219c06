import type pg from 'pg';
import { isBadData } from '#platform/database-errors.ts';
import { type EventPlace, type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { bulkLoad } from './bulk-load.ts';
import type { Checkpoint } from './checkpoints.ts';
import { decode, type SetAside } from './fold.ts';
import { project } from './project.ts';
import { createProjection, openProjections, type Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { createIndexes, createKey, createTable, type Schema } from './schema.ts';
import { placeOfShadows } from './stored-rows.ts';

/** Where a rebuild works. */
export const SHADOW: Schema = 'read_rebuild';

/** Rows of each table. Events mostly touch recent rows, and while all rows fit, nothing needs to be looked up. */
const CACHE_SIZE = 20_000;
const BATCH = 2000;

export type Filling = {
  readonly client: pg.ClientBase;
  /** Of another session. */
  readonly second: pg.ClientBase;
  readonly store: EventStore;
  readonly models: readonly ReadModel[];
  /** Fills up to this position. */
  readonly until: number;
  readonly onEvents: (events: number) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Shadow tables of read models that are at the same place of the log. */
export type Shadow = {
  readonly projections: readonly Projection[];
  /** By the names of the models. */
  readonly checkpoints: Map<string, Checkpoint>;
};

/**
 * Fills shadow tables from the log. Goes on where one that was killed had come to, if it filled the same versions of the
 * same read models from this log; what any other left behind is dropped first.
 */
export async function fillShadow(filling: Filling): Promise<Shadow> {
  const { client, store, models, until, signal } = filling;
  const begun = await resumable(filling);
  if (!begun) await prepare(client, models);
  const shadow = begun ?? (await openShadow(client, models, { fromEmpty: true }));
  try {
    await bulkLoad({
      ...{ client, schema: SHADOW, store, projections: shadow.projections, until, signal },
      after: positionOf(shadow),
      onWindow: filling.onEvents,
      record: (to, aside) => record(client, shadow, to, aside),
    });
    await finish(filling, models);
    return shadow;
  } catch (error) {
    if (!isBadData(error)) throw error;
    // Some event makes a row that the database refuses. Slower, but able to find it and set it aside:
    await prepare(client, models);
    await finish(filling, models);
    const slow = await openShadow(client, models);
    await catchUp(filling, slow, until);
    return slow;
  }
}

/** Shadows as the database has them, with empty memory. */
export async function openShadow(
  client: pg.ClientBase,
  models: readonly ReadModel[],
  { fromEmpty = false } = {},
): Promise<Shadow> {
  const found = await readShadows(client);
  const checkpoints = new Map<string, Checkpoint>();
  for (const { name } of models) {
    const checkpoint = found.get(name);
    if (!checkpoint) throw new Error(`the shadow of '${name}' is gone`);
    checkpoints.set(name, checkpoint);
  }
  const projections = fromEmpty
    ? models.map((model) => createProjection(model, [], { size: CACHE_SIZE, fromEmpty }))
    : await openProjections(client, SHADOW, models, CACHE_SIZE);
  return { projections, checkpoints };
}

/** The position of all models of a shadow. */
export function positionOf({ checkpoints }: Shadow): number {
  return Math.min(...[...checkpoints.values()].map(({ position }) => position));
}

type Step = {
  readonly client: pg.ClientBase;
  readonly store: EventStore;
  readonly signal?: AbortSignal | undefined;
};

/** Takes a shadow on to `until`, as far as the log goes. Throws when the shadow is another's by now. */
export async function catchUp({ client, store, signal }: Step, shadow: Shadow, until: number): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const read = await store.readAll({ after: positionOf(shadow), limit: BATCH });
    const events = read.filter(({ position }) => position <= until).map(decode);
    const to = events.at(-1)?.recorded;
    if (!to) return;
    const place = placeOfShadows(shadow.checkpoints);
    const { overtaken } = await project(client, place, shadow.projections, { events, to });
    if (overtaken) throw new Error('the shadow was dropped');
    if (events.length < BATCH) return;
  }
}

type StoredShadow = Checkpoint & { readonly projection: string; readonly version: number };

async function readShadows(client: pg.ClientBase): Promise<ReadonlyMap<string, StoredShadow>> {
  const { rows } = await client.query<StoredShadow>(
    'SELECT projection, version, position, event_id AS "eventId", generation FROM read_rebuild.shadows',
  );
  return new Map(rows.map((row) => [row.projection, row]));
}

/** Where to go on instead of beginning anew: a catch-up folds event by event. */
const NEAR = 10_000;

/** What a rebuild of these models left behind when it was killed, if it can be gone on with. */
async function resumable(filling: Filling): Promise<Shadow | null> {
  const { client, store, models, until } = filling;
  const found = await readShadows(client);
  const left = models.flatMap((model) => {
    const { position = START, eventId = null, version } = found.get(model.name) ?? {};
    return version === model.version && eventId !== null ? { model, position, id: eventId } : [];
  });
  const furthest = Math.max(...left.map(({ position }) => position));
  if (left.length < models.length || furthest > until) return null;
  for (const place of left) if (furthest - place.position > NEAR || !(await store.has(place))) return null;
  // While the tables of one took their places, it went on alone.
  for (const { model, position } of left)
    if (position < furthest) await catchUp(filling, await openShadow(client, [model]), furthest);
  return openShadow(client, models);
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
    await client.query('DELETE FROM read_rebuild.set_aside WHERE projection = $1', [name]);
    await client.query(
      `INSERT INTO read_rebuild.shadows AS s (projection, version, position, event_id, generation)
       VALUES ($1, $2, $3, NULL, 1)
       ON CONFLICT (projection) DO UPDATE SET version = excluded.version, position = excluded.position,
         event_id = NULL, generation = s.generation + 1`,
      [name, version, START],
    );
  }
}

/**
 * The keys and indexes that `prepare` left out, on two connections: most of them are of one table, and nothing is folded
 * meanwhile, so there is a second processor. Those that are there already stay.
 */
async function finish(
  { client, second }: Pick<Filling, 'client' | 'second'>,
  models: readonly ReadModel[],
): Promise<void> {
  const tables = tablesOf(models);
  for (const table of tables) {
    if (!table.addOnly) continue;
    const { rows: keys } = await client.query(
      `SELECT FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'`,
      [`${SHADOW}.${table.name}`],
    );
    if (keys.length === 0) await client.query(createKey(SHADOW, table));
  }
  const indexes = tables.flatMap((table) => createIndexes(SHADOW, table)).values();
  const build = async (connection: pg.ClientBase) => {
    for (const statement of indexes) await connection.query(statement);
  };
  await Promise.all([build(client), build(second)]);
}

/** Writes down how far the bulk load came. */
async function record(
  client: pg.ClientBase,
  shadow: Shadow,
  to: EventPlace,
  aside: readonly SetAside[],
): Promise<void> {
  const place = placeOfShadows(shadow.checkpoints);
  const { sql, values } = place.move(to);
  const { rows } = await client.query(`WITH ${sql} SELECT FROM moved`, [...values]);
  if (rows.length < shadow.checkpoints.size) throw new Error('the shadow was dropped');
  place.reached(to);
  for (const { projection, position, stream, company_id, type, reason } of aside) {
    await client.query(
      `INSERT INTO read_rebuild.set_aside (projection, position, stream, company_id, type, reason)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [projection, position, stream, company_id, type, reason],
    );
  }
}

function tablesOf(models: readonly ReadModel[]) {
  return models.flatMap(({ tables }) => Object.values(tables));
}
