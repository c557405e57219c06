import type pg from 'pg';
import { isKnownType } from '#contracts/events/codec.ts';
import type { Scheduler } from '#platform/clock.ts';
import { isBadData } from '#platform/database-errors.ts';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { shardOf } from '#platform/live/shards.port.ts';
import type { Log } from '#platform/log.ts';
import { type Checkpoints, readShards, readVersions } from './checkpoints.ts';
import { companyOf, decode, type SetAside } from './fold.ts';
import { readModelsOf } from './progress.ts';
import { type Batch, type OnUncommitted, type Projected, project, projectAhead } from './project.ts';
import { openProjections, type Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import type { Held } from './shard-leases.ts';
import { placeOfShards } from './stored-rows.ts';

/** Rows of one table that are kept in memory between batches. */
const CACHE_SIZE = 4000;

/** What a process projects: some shards of the read models that are built. */
export type Live = {
  readonly projections: readonly Projection[];
  /** Of the shards that this process holds. */
  readonly shards: Checkpoints;
  /** How many shards there are in all. */
  readonly count: number;
};

/**
 * The shards as the database has them, with empty memory. A read model of another version is no longer kept up to date,
 * so it is not live any more: whichever program needs it builds it anew.
 */
export async function openLive(
  connection: pg.ClientBase,
  models: readonly ReadModel[],
  held: Held | 'all',
  log: Pick<Log, 'warn'>,
): Promise<Live> {
  const versions = await readVersions(connection);
  const others = [...versions].filter(([name, version]) =>
    models.every((model) => model.name !== name || model.version !== version),
  );
  for (const [projection, version] of others) {
    log.warn({ projection, version }, 'a read model of another version is not kept up to date any more');
    await connection.query('DELETE FROM read.models WHERE projection = $1 AND version = $2', [
      projection,
      version,
    ]);
  }
  const current = models.filter(({ name, version }) => versions.get(name) === version);
  const all = await readShards(connection);
  const shards = new Map([...all].filter(([shard]) => held === 'all' || held.has(shard)));
  const projections = await openProjections(connection, 'read', current, CACHE_SIZE);
  return { projections, shards, count: all.size };
}

/** Where the hindmost shard is. */
export const hindmost = ({ shards }: Live) =>
  Math.min(...[...shards.values()].map(({ position }) => position));
const foremost = ({ shards }: Live) => Math.max(...[...shards.values()].map(({ position }) => position));

/** The events that are new to their shards. */
function batchOf({ shards, count }: Live, read: readonly RecordedEvent[]): Batch {
  const events = read.filter((event) => {
    const shard = shards.get(shardOf(companyOf(event), count));
    return shard !== undefined && shard.position < event.position;
  });
  return { events: events.map(decode), to: read.at(-1) as RecordedEvent };
}

/** So many events are taken in at once: a row that many of them change is written once. */
const BATCH = 2000;

/** Takes all shards to the place of the foremost. Only while no other process projects. */
export async function bringInStep(
  connection: pg.ClientBase,
  store: EventStore,
  models: readonly ReadModel[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const live = await openLive(connection, models, 'all', log);
  const end = foremost(live);
  while (hindmost(live) < end) {
    const read = await store.readAll({ after: hindmost(live), limit: BATCH });
    const upToEnd = read.filter(({ position }) => position <= end);
    const place = placeOfShards(live.shards);
    const { overtaken } = await project(connection, place, live.projections, batchOf(live, upToEnd));
    if (overtaken) throw new Error('another process projects');
  }
}

type Following = {
  readonly db: pg.ClientBase;
  readonly store: EventStore;
  readonly live: Live;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  readonly bus: Pick<LiveBus, 'publish'>;
  /** Called after each commit, with the position of the hindmost shard. */
  readonly onReached: (position: number) => void;
  /** Up to this position, events are not taken in ahead of the database. */
  readonly carefulUntil: number;
  readonly onSetAside: (aside: readonly SetAside[]) => void;
  readonly onUnknownType: (event: RecordedEvent) => void;
};

/**
 * After a batch of this many events the runner waits a moment for more: bigger batches cost the database half as much
 * per event. A single event never waits.
 */
const BUSY = 8;
const PAUSE_MS = 4;

/**
 * Projects until the signal aborts. Returns early when the memory is out of date, and the caller opens the shards again:
 * another writer moved a shard (a rebuild's swap, another runner), or the database refused a row of a burst. In the second
 * case it returns up to where events have to be taken in carefully, to find the one at fault. Throws when the database or
 * the store fails.
 */
export async function follow(following: Following): Promise<number> {
  const { db, store, live, bus, scheduler, carefulUntil } = following;
  const { projections, shards } = live;
  const place = placeOfShards(shards);
  const readModels = readModelsOf(projections.map(({ model }) => model));
  const of = { shards: [...shards.keys()], of: live.count, readModels };
  const onUncommitted: OnUncommitted = (uncommitted) => {
    for (const rows of uncommitted) bus.publish({ kind: 'uncommitted', ...rows });
  };
  /** Tells what is committed; false when another writer was there. */
  function tell(
    { overtaken, aside, changes }: Projected,
    read: readonly RecordedEvent[],
    position: number,
  ): boolean {
    if (overtaken) return false;
    if (aside.length > 0) following.onSetAside(aside);
    for (const event of read) if (!isKnownType(event.type)) following.onUnknownType(event);
    following.onReached(position);
    // Also without changes: others learn the position from it.
    bus.publish({ kind: 'committed', position, ...of, changes });
    return true;
  }
  // What fails while no event comes must end the wait for one.
  const over = new AbortController();
  const signal = AbortSignal.any([following.signal, over.signal]);
  let writing = Promise.resolve(true);
  let ahead = carefulUntil;
  try {
    for await (const read of store.subscribe({ after: hindmost(live), batchSize: BATCH, signal })) {
      const batch = batchOf(live, read);
      if (read.length < BUSY || batch.to.position <= carefulUntil) {
        if (!(await writing)) break;
        // The position names a batch only if all shards are in step.
        const isInStep = hindmost(live) === foremost(live) && read.length < BUSY;
        const done = await project(db, place, projections, batch, isInStep ? onUncommitted : undefined);
        if (!tell(done, read, hindmost(live))) break;
      } else {
        ahead = batch.to.position;
        const { written } = await projectAhead(db, place, projections, batch, writing.then(goesOn));
        const position = hindmost(live);
        writing = written.then((done) => tell(done, read, position));
        writing.then((isWritten) => isWritten || over.abort()).catch(() => over.abort());
        if (read.length < BATCH) await scheduler.pause(PAUSE_MS, signal);
      }
    }
    await writing;
    return carefulUntil;
  } catch (error) {
    if (error instanceof Overtaken) return carefulUntil;
    if (isBadData(error) && ahead > carefulUntil) return ahead;
    throw error;
  } finally {
    await writing.catch(() => {});
  }
}

class Overtaken extends Error {}

function goesOn(isWritten: boolean): void {
  if (!isWritten) throw new Overtaken();
}
