import type pg from 'pg';
import { isKnownType, UndecodableEvent } from '#contracts/events/codec.ts';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { SHARDS } from '#platform/live/shards.port.ts';
import type { Log } from '#platform/log.ts';
import { type Checkpoints, divide, readShards, readVersions } from './checkpoints.ts';
import { decode } from './fold.ts';
import { beatForRebuild, lockRebuilds } from './lease.ts';
import type { ReadModel } from './read-model.ts';
import { connectionLike, ensureSchema, PROJECTING_LOCK } from './schema.ts';
import { catchUp, fillShadow, SHADOW, type Shadow } from './shadow.ts';
import { FOR_ROWS } from './stored-rows.ts';
import { limitOf, swap, untilFree } from './swap.ts';

export type RebuildProgress = {
  /** Events folded so far, of about so many. */
  readonly events: number;
  readonly head: number;
};

export type RebuildOutcome =
  | { readonly ok: true; readonly projections: readonly string[]; readonly events: number }
  /** Said to a person: what was asked for does not exist, or is being rebuilt right now. */
  | { readonly ok: false; readonly reason: string };

export type Rebuild = {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly projections: readonly ReadModel[];
  /** Which of them; all by default. */
  readonly names?: readonly string[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Resolves when the new tables may take their place; until then they follow the log. Default: at once. */
  readonly untilWanted?: () => Promise<void>;
  readonly signal?: AbortSignal;
  readonly scheduler?: Scheduler;
  /** Into how many shards a database is divided that is not yet. */
  readonly shards?: number;
};

/**
 * Makes read models anew from the whole log: in tables beside the live ones, which are swapped in at the end, one read
 * model after the other. The program may serve meanwhile or be stopped. A rebuild that is broken off leaves the live
 * tables as they are, and the next one of the same read models goes on with its tables. Throws when the database or the
 * store is away.
 */
export async function rebuild(options: Rebuild): Promise<RebuildOutcome> {
  const { pool, store, projections, names = projections.map(({ name }) => name), signal } = options;
  const { scheduler = systemScheduler, untilWanted, shards = SHARDS } = options;
  const models = projections.filter(({ name }) => names.includes(name));
  const unknown = names.find((name) => !models.some((model) => model.name === name));
  if (unknown !== undefined) {
    const known = projections.map(({ name }) => name).join(', ');
    return { ok: false, reason: `There is no read model '${unknown}'. There are: ${known}.` };
  }
  const client = connectionLike(pool, 'tallyboard rebuild');
  const second = connectionLike(pool, 'tallyboard rebuild');
  let stopBeating: () => Promise<unknown> = async () => {};
  try {
    await Promise.all([client.connect(), second.connect()]);
    await client.query(FOR_ROWS);
    await ensureSchema(client, 'read');
    stopBeating = await beatForRebuild([client, second], { pool, scheduler });
    await ensureSchema(client, SHADOW);
    const busy = await lockRebuilds(client, models, 'session');
    if (busy !== null) return { ok: false, reason: `A rebuild of '${busy}' is already running.` };
    if (!untilWanted && !(await isDivided(client, shards)))
      return { ok: false, reason: 'A program of a former version projects. Stop it first.' };
    const head = await store.head();
    let events = 0;
    const onEvents = (done: number) => {
      events = done;
      options.onProgress?.({ events, head });
    };
    const live = [...(await readVersions(client)).keys()];
    const isWhole = !untilWanted && live.every((name) => models.some((model) => model.name === name));
    const until = isWhole ? head : Math.min(head, await limitOf(client));
    const filled = await fillShadow({ client, second, store, models, until, onEvents, signal });
    if (untilWanted) {
      const wanted = untilFree({ client: second, scheduler, signal }, models).then(untilWanted);
      await follow({ client, store, scheduler, signal }, filled, wanted);
    }
    for (const projection of filled.projections)
      await swap({ client, store, scheduler, isWhole, signal }, filled, projection);
    return { ok: true, projections: models.map(({ name }) => name), events };
  } finally {
    await stopBeating();
    // Ends the session and with it the locks.
    await Promise.all([client, second].map((connection) => connection.end().catch(() => {})));
  }
}

/** Divides a database that is not divided yet. False while a version before shards projects. */
async function isDivided(client: pg.ClientBase, shards: number): Promise<boolean> {
  if ((await readShards(client)).size > 0) return true;
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS alone', [
    PROJECTING_LOCK,
  ]);
  if (!rows[0]?.alone) return false;
  await divide(client, shards);
  await client.query('SELECT pg_advisory_unlock_shared($1)', [PROJECTING_LOCK]);
  return true;
}

const FOLLOW_MS = 250;

type Following = Parameters<typeof catchUp>[0] & { readonly scheduler: Scheduler };

async function follow(deps: Following, shadow: Shadow, wanted: Promise<void>): Promise<void> {
  let isWanted = false;
  const noted = wanted.then(() => {
    isWanted = true;
  });
  // When catching up fails first, its error is the one that is thrown.
  noted.catch(() => {});
  while (!isWanted) {
    await catchUp(deps, shadow, await limitOf(deps.client));
    await Promise.race([noted, deps.scheduler.pause(FOLLOW_MS, deps.signal)]);
  }
}

/** Until the next look at a rebuild by another process. */
const RETRY_MS = 200;

/** The read models that do not exist yet in this version, or that followed another log. */
export async function missingModels({ pool, store, projections }: Rebuild): Promise<ReadModel[]> {
  if (!(await areOfThisLog(store, await readShards(pool)))) return [...projections];
  const versions = await readVersions(pool);
  return projections.filter(({ name, version }) => versions.get(name) !== version);
}

/** Whether the shards followed this log: another one has other events at their places, or none. */
export async function areOfThisLog(store: EventStore, shards: Checkpoints): Promise<boolean> {
  const head = await store.head();
  const places = new Map([...shards.values()].map(({ position, eventId }) => [position, eventId]));
  for (const [position, id] of places)
    if (position > head || (id !== null && !(await store.has({ position, id })))) return false;
  return true;
}

/**
 * Builds the read models that are missing. While another process builds them, it waits. Resolves when none is missing.
 * Rejects when the database or the store is away, or the signal aborts.
 */
export async function buildMissing(options: Omit<Rebuild, 'names'> & { readonly log: Log }): Promise<void> {
  const { pool, log, scheduler = systemScheduler, signal } = options;
  while (!signal?.aborted) {
    const missing = await missingModels(options);
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => name);
    log.info({ projections: names }, 'building read models from the events');
    const outcome = await rebuild({ ...options, names });
    if (outcome.ok) await analyze(pool, missing);
    else await scheduler.pause(RETRY_MS, signal);
  }
}

/**
 * Rebuilds the read models from which events were set aside that no program could read then and this one can. Never
 * rejects: what fails is tried again by the next leader.
 */
export async function takeUpAgain(options: Omit<Rebuild, 'names'> & { readonly log: Log }): Promise<void> {
  const { log, scheduler = systemScheduler, signal } = options;
  try {
    for (;;) {
      const names = await readableAgain(options);
      if (names.length === 0 || signal?.aborted) return;
      log.info({ projections: names }, 'taking up events that were set aside, and can be read now');
      const outcome = await rebuild({ ...options, names });
      if (!outcome.ok) await scheduler.pause(RETRY_MS, signal);
    }
  } catch (err) {
    if (!signal?.aborted) log.warn({ err }, 'events that were set aside could not be taken up yet');
  }
}

type Aside = { readonly projection: string; readonly position: string | number; readonly reason: string };

/** Rows that are looked at together. */
const PORTION = 1000;

/** The read models that have at least one. */
async function readableAgain({ pool, store, projections, signal }: Rebuild): Promise<string[]> {
  const found = new Set<string>();
  for (let last: readonly [string | number, string] = [START, '']; !signal?.aborted; ) {
    const { rows } = await pool.query<Aside>(
      `SELECT projection, position, reason FROM read.set_aside
        WHERE projection = ANY ($1) AND reason LIKE 'event %' AND (position, projection) > ($2, $3)
        ORDER BY position, projection LIMIT $4`,
      [projections.map(({ name }) => name).filter((name) => !found.has(name)), ...last, PORTION],
    );
    for (const name of await readableOf(store, rows)) found.add(name);
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) break;
    last = [end.position, end.projection];
  }
  return [...found];
}

async function readableOf(store: EventStore, rows: readonly Aside[]): Promise<string[]> {
  const positions = [...new Set(rows.map(({ position }) => Number(position)))];
  const readable = new Map<number, string>();
  // A version before this one set events of unknown types aside; this one passes over them.
  for (const { recorded, event } of (await store.readAt(positions)).map(decode))
    if (event || !isKnownType(recorded.type))
      readable.set(recorded.position, new UndecodableEvent(recorded, '').message);
  const again = rows.filter(({ position, reason }) => {
    // Another reason stays: the event could be read then, and a handler or the database refused it.
    const unreadable = readable.get(Number(position));
    return unreadable !== undefined && reason.startsWith(unreadable);
  });
  return again.map(({ projection }) => projection);
}

/**
 * Tells the server what is in tables that have just been filled. It would look for itself within minutes; until then it
 * guesses, and sorts a million rows to show the first fifty.
 */
export async function analyze(pool: pg.Pool, models: readonly ReadModel[]): Promise<void> {
  const tables = models.flatMap(({ tables: made }) => Object.values(made));
  await pool.query(`ANALYZE ${tables.map(({ name }) => `read.${name}`).join(', ')}`);
}
