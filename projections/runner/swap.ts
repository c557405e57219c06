import type pg from 'pg';
import type { Scheduler } from '#platform/clock.ts';
import { isLostRace } from '#platform/database-errors.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { shardOf } from '#platform/live/shards.port.ts';
import { type Checkpoints, readShards, readVersions } from './checkpoints.ts';
import { companyOf, decode } from './fold.ts';
import { project } from './project.ts';
import type { Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { type Database, PROJECTING_LOCK } from './schema.ts';
import { catchUp, openShadow, positionOf, SHADOW, type Shadow } from './shadow.ts';
import { placeOfShadows } from './stored-rows.ts';

type Swap = {
  readonly client: pg.ClientBase;
  readonly store: EventStore;
  readonly scheduler: Scheduler;
  /** An operator rebuilds all read models: while no process projects, the new ones may go further than the live ones. */
  readonly isWhole: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** Readers queue behind our lock request, so it gives up soon and asks again. */
const LOCK_TIMEOUT_MS = 200;
const RETRY_MS = 100;
/** Readers wait for up to 200 ms each time. */
const LOOK_MS = 5000;
/** A writer that keeps its locks this long is not coming back. */
const ATTEMPTS = 300;

/**
 * Puts the filled shadow of a read model in the place of its live tables, in one transaction, never behind what readers
 * saw: the last few events are folded in while the live tables are locked. The runners notice by the generations of the
 * shards. Waits for locks in small portions, so that readers wait for a fraction of a second at most.
 */
export async function swap(deps: Swap, filled: Shadow, projection: Projection): Promise<void> {
  const { name } = projection.model;
  let shadow = partOf(filled, projection);
  let leavesBehind = false;
  for (let attempt = 1; ; attempt++) {
    deps.signal?.throwIfAborted();
    await catchUp(deps, shadow, await limitOf(deps.client));
    try {
      await deps.client.query('BEGIN');
      await swapInTransaction(deps, shadow, projection.model, leavesBehind);
      await deps.client.query('COMMIT');
      return;
    } catch (error) {
      await deps.client.query('ROLLBACK');
      // The process that projects comes there.
      if (error instanceof Behind) attempt -= 1;
      else if (attempt >= ATTEMPTS) throw error;
      leavesBehind = error instanceof Behind && deps.isWhole && (await isAlone(deps.client));
      // The memory may be ahead of the tables now.
      shadow = await openShadow(deps.client, [projection.model]);
      await deps.scheduler.pause(RETRY_MS, deps.signal);
    }
  }

  function partOf({ checkpoints }: Shadow, only: Projection): Shadow {
    const own = [...checkpoints].filter(([model]) => model === name);
    return { projections: [only], checkpoints: new Map(own) };
  }
}

/** Until nothing reads the live tables for longer than a swap may wait: a dump, say, reads all of them for minutes. */
export async function untilFree(
  { client, scheduler, signal }: Pick<Swap, 'client' | 'scheduler' | 'signal'>,
  models: readonly ReadModel[],
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const model of models) await lockLive(client, model);
      return;
    } catch (error) {
      if (!isLostRace(error)) throw error;
    } finally {
      await client.query('ROLLBACK');
    }
    await scheduler.pause(LOOK_MS, signal);
  }
}

/** The live read models are behind the shadow. */
class Behind extends Error {}

/** Whether no process projects; from then on, none begins to in this session. */
async function isAlone(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
    PROJECTING_LOCK,
  ]);
  return rows[0]?.alone ?? false;
}

/**
 * A shadow may not overtake the live read models: those at its side would follow events that it knows, and the process that
 * projects them waits for it before it goes on.
 */
export async function limitOf(db: Database): Promise<number> {
  if ((await readVersions(db)).size === 0) return Number.MAX_SAFE_INTEGER;
  // Before a database is divided, the checkpoints are a table of the version before shards.
  const { rows } = await db.query<{ position: number }>(
    `SELECT coalesce((SELECT min(position) FROM read.shards), (SELECT max(position) FROM read.checkpoints)) AS position`,
  );
  return rows[0]?.position ?? Number.MAX_SAFE_INTEGER;
}

async function swapInTransaction(
  deps: Swap,
  shadow: Shadow,
  model: ReadModel,
  leavesBehind: boolean,
): Promise<void> {
  const { client } = deps;
  const { name, version, tables } = model;
  // Batches may be lost in a crash and are projected anew; dropped tables would not come back by themselves.
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL synchronous_commit = on`);
  // Tables first, then the shards: the order in which the runner's statement takes its locks.
  await client.query('LOCK TABLE read.shards IN ROW EXCLUSIVE MODE');
  await lockLive(client, model);
  await client.query('SELECT FROM read.shards ORDER BY shard FOR UPDATE');
  await client.query('UPDATE read.shards SET generation = generation + 1');
  if (leavesBehind) await client.query('DELETE FROM read.models');
  if ((await readVersions(client)).size > 0) await foldRest(deps, shadow, await readShards(client));
  else await placeShards(client, shadow);
  for (const table of Object.values(tables)) {
    await client.query(`DROP TABLE IF EXISTS read.${table.name}`);
    await client.query(`ALTER TABLE ${SHADOW}.${table.name} SET SCHEMA read`);
  }
  await client.query(
    `INSERT INTO read.models VALUES ($1, $2) ON CONFLICT (projection) DO UPDATE SET version = excluded.version`,
    [name, version],
  );
  await client.query('DELETE FROM read.set_aside WHERE projection = $1', [name]);
  await client.query(
    `WITH moved AS (DELETE FROM ${SHADOW}.set_aside WHERE projection = $1 RETURNING *)
     INSERT INTO read.set_aside (projection, position, stream, company_id, type, reason, at)
     SELECT projection, position, stream, company_id, type, reason, at FROM moved`,
    [name],
  );
  await client.query(`DELETE FROM ${SHADOW}.shadows WHERE projection = $1`, [name]);
}

/** Folds what the live read models have taken in, each shard to its own place. */
async function foldRest({ client, store }: Swap, shadow: Shadow, shards: Checkpoints): Promise<void> {
  const positions = [...shards.values()].map(({ position }) => position);
  if (Math.min(...positions) < positionOf(shadow)) throw new Behind();
  const furthest = Math.max(...positions);
  while (positionOf(shadow) < furthest) {
    const read = await store.readAll({ after: positionOf(shadow), limit: 1000 });
    const upTo = read.filter(({ position }) => position <= furthest);
    const to = upTo.at(-1);
    if (!to) return;
    const events = upTo
      .map(decode)
      .filter((incoming) => incoming.recorded.position <= placeOf(shards, companyOf(incoming.recorded)));
    const place = placeOfShadows(shadow.checkpoints);
    const { overtaken } = await project(client, place, shadow.projections, { events, to });
    if (overtaken) throw new Error('the shadow was dropped');
  }
}

function placeOf(shards: Checkpoints, companyId: string): number {
  return shards.get(shardOf(companyId, shards.size))?.position ?? Number.NEGATIVE_INFINITY;
}

/** The first read model says where the shards are. */
async function placeShards(client: pg.ClientBase, { checkpoints }: Shadow): Promise<void> {
  const [checkpoint] = checkpoints.values();
  await client.query('UPDATE read.shards SET position = $1, event_id = $2', [
    checkpoint?.position,
    checkpoint?.eventId,
  ]);
}

async function lockLive(client: pg.ClientBase, { tables }: ReadModel): Promise<void> {
  const names = Object.values(tables).map((table) => `read.${table.name}`);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) name WHERE to_regclass(name) IS NOT NULL',
    [names],
  );
  const live = rows.map(({ name }) => name);
  if (live.length > 0) await client.query(`LOCK TABLE ${live.join(', ')} IN ACCESS EXCLUSIVE MODE`);
}
