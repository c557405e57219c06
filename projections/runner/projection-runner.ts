import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { createBackoff } from '#platform/concurrency/backoff.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { SHARDS } from '#platform/live/shards.port.ts';
import type { Log } from '#platform/log.ts';
import { divide, forgetAll, readShards } from './checkpoints.ts';
import type { SetAside } from './fold.ts';
import { bringInStep, follow, hindmost, openLive } from './follow.ts';
import { type Lag, readLag, registerProjectionMetrics } from './metrics.ts';
import { createReportedProgress, learnCheckpoints, type ProjectionProgress } from './progress.ts';
import type { ReadModel } from './read-model.ts';
import { areOfThisLog, buildMissing, missingModels, type RebuildProgress, takeUpAgain } from './rebuild.ts';
import { dropRetired, ensureReadSchema, PROJECTING_LOCK } from './schema.ts';
import { type Held, holdShards, type Standing } from './shard-leases.ts';

export type ProjectionRunner = {
  /**
   * Resolves when this process holds shards or stands by. Read models that do not exist in this program's version are then
   * being built, beside those that do; while the log is short, they are built first. Rejects when the database is away at
   * that moment; after it, outages are survived.
   */
  start(): Promise<void>;
  /** Finishes the batch under way. */
  stop(): Promise<void>;
  readonly progress: ProjectionProgress;
  lag(): Promise<readonly Lag[]>;
  /** How far the building of read models has come; null when none is missing. */
  building(): RebuildProgress | null;
};

/** So many events are built within about a second, which no request has to see. */
const SHORT_LOG = 20_000;
const RETRY_MS = 200;

/** Keeps the read models up to date. Any number of processes may run one; they share the shards. */
export function createProjectionRunner(deps: {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly bus: Pick<LiveBus, 'publish' | 'subscribe'>;
  readonly projections: readonly ReadModel[];
  readonly log: Log;
  readonly registry: Registry;
  readonly scheduler?: Scheduler;
  /** Into how many shards the read models are divided. */
  readonly shards?: number;
  /** A log of more events is not built before the start is over. */
  readonly shortLog?: number;
  /** Other work for one process at a time: ends when its signal aborts, and never rejects. */
  readonly whileLeading?: (signal: AbortSignal) => Promise<void>;
}): ProjectionRunner {
  const { pool, store, bus, projections, log, scheduler = systemScheduler } = deps;
  const { shards = SHARDS, shortLog = SHORT_LOG } = deps;
  const stopping = new AbortController();
  const lag = () => readLag(pool, store, projections);
  const setAsideTotal = registerProjectionMetrics(deps.registry, lag);
  let holdsAll = false;
  let standing: Standing = 'waits';
  let waitingForTurn: (() => void)[] = [];
  let building: Promise<void> | undefined;
  /** While what was built takes its place, or has failed to. */
  let takingPlace: Promise<void> | undefined;
  let built: RebuildProgress = { events: 0, head: 0 };
  let isReady = false;
  let running: Promise<void> | undefined;

  const progress = createReportedProgress(START, scheduler, () => learnFromOthers());
  // A runner that does not hold all shards learns what the others have done.
  const learnFromOthers = learnCheckpoints({
    ...{ pool, projections, scheduler, bus, progress },
    goOn: () => !holdsAll,
  });

  function alert(aside: readonly SetAside[]): void {
    for (const { projection, position, stream, company_id: companyId, reason } of aside) {
      setAsideTotal.inc({ projection });
      log.error({ projection, position, stream, companyId, reason }, 'an event was set aside');
    }
  }

  const passedOver = new Set<string>();
  function passOver({ type, position, stream }: RecordedEvent): void {
    if (passedOver.has(type)) return;
    passedOver.add(type);
    log.warn({ type, position, stream }, 'events of a type that this version does not know are passed over');
  }

  /** Resolves when this process projects. */
  function turn(): Promise<void> {
    if (standing === 'projects') return Promise.resolve();
    return new Promise((resolve) => waitingForTurn.push(resolve));
  }

  function onStanding(now: Standing): void {
    standing = now;
    if (now !== 'projects') return;
    for (const resolve of waitingForTurn) resolve();
    waitingForTurn = [];
  }

  /** Builds what is missing, once at a time. Never rejects: after an outage it begins again. */
  function build(): Promise<void> {
    building ??= buildUntilReady().finally(() => {
      building = undefined;
    });
    return building;
  }

  async function buildUntilReady(): Promise<void> {
    const { signal } = stopping;
    const backoff = createBackoff({ signal, scheduler });
    const missing = { pool, store, projections };
    isReady = (await missingModels(missing).catch(() => [null])).length === 0;
    while (!isReady && !signal.aborted) {
      // A newer program has other read models, and this one would only build its own for it to drop.
      if (standing === 'outdated') await turn();
      const over = Promise.withResolvers<void>();
      try {
        await buildMissing({
          ...{ ...missing, log, scheduler, signal, shards },
          onProgress(events) {
            built = events;
          },
          untilWanted() {
            // From now on it takes its turn before programs of other versions.
            isReady = true;
            takingPlace = over.promise;
            return turn();
          },
        });
        isReady = true;
      } catch (err) {
        isReady = false;
        if (signal.aborted) return;
        log.error({ err, retryMs: backoff.nextMs }, 'read models could not be built yet');
      } finally {
        takingPlace = undefined;
        over.resolve();
      }
      if (!isReady) await backoff.pause();
    }
  }

  /** Into how many shards this database is divided; as the configuration says, unless others project meanwhile. */
  async function divided(connection: pg.Client): Promise<number> {
    await divide(connection, shards);
    const found = (await readShards(connection)).size;
    if (found === shards) return found;
    const { rows } = await connection.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      PROJECTING_LOCK,
    ]);
    if (!rows[0]?.alone) return found;
    await bringInStep(connection, store, projections, log);
    await divide(connection, shards, { again: true });
    await connection.query('SELECT pg_advisory_unlock($1)', [PROJECTING_LOCK]);
    return shards;
  }

  async function work(connection: pg.Client, held: Held, given: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([given, ended.signal]);
    const beside: (Promise<void> | undefined)[] = [];
    const all = await readShards(connection);
    let carefulUntil = START;
    try {
      if (!(await areOfThisLog(store, all))) await forgetAll(connection);
      // What one process does for all, the holder of the first shard does.
      if (held.has(0)) {
        beside.push(deps.whileLeading?.(signal), takeUpAgain({ ...deps, scheduler, signal }));
        await dropRetired(connection, log);
      }
      while (!signal.aborted) {
        // What is filled takes its place before any event is projected without it.
        if (takingPlace) await Promise.race([takingPlace, aborted(signal)]);
        const live = await openLive(connection, projections, held, log);
        if (live.projections.length < projections.length && !building) {
          isReady = false;
          void build();
        }
        if (live.projections.length === 0) {
          await Promise.race([building, scheduler.pause(RETRY_MS, signal)]);
          continue;
        }
        holdsAll = held.size === live.count;
        if (holdsAll) progress.reach(hindmost(live));
        // Another process may have committed changes that the bus did not publish.
        bus.publish({ kind: 'missed' });
        carefulUntil = await follow({
          ...{ db: connection, store, live, bus, scheduler, signal, carefulUntil },
          onReached: holdsAll ? progress.reach : () => {},
          onSetAside: alert,
          onUnknownType: passOver,
        });
      }
    } finally {
      holdsAll = false;
      // Calls may have begun to wait while this process held all shards.
      learnFromOthers();
      ended.abort();
      await Promise.all(beside);
    }
  }

  return {
    async start() {
      await ensureReadSchema(pool);
      const head = await store.head();
      const { promise: tried, resolve: onTried } = Promise.withResolvers<void>();
      running = holdShards({
        ...{ pool, log, scheduler, projections, divided, onTried, onStanding, work },
        signal: stopping.signal,
        isReady: () => isReady,
      });
      await tried;
      const allBuilt = build();
      if (standing === 'projects' && head < shortLog) await allBuilt;
    },
    async stop() {
      stopping.abort();
      onStanding('projects');
      await Promise.all([running, building]);
    },
    progress: { position: progress.position, waitFor: progress.waitFor },
    lag,
    building: () => (building && !isReady ? built : null),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
