import { Mutex } from 'async-mutex';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { isKnownType } from '#contracts/events/codec.ts';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { type EventStore, type RecordedEvent, START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus, ReadModelChange } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import { decode, type SetAside } from './fold.ts';
import { leadWhenPossible } from './leadership.ts';
import { type Lag, readLag, registerProjectionMetrics } from './metrics.ts';
import { createReportedProgress, type ProjectionProgress, pollCheckpoints } from './progress.ts';
import { type OnUncommitted, project } from './project.ts';
import { openProjections, type Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { buildMissing, takeUpAgain } from './rebuild.ts';
import { type Database, dropRetired } from './schema.ts';

export type ProjectionRunner = {
  /**
   * Resolves when every read model exists in this program's version, and this process leads or stands by. Those that do
   * not exist are built from the events first. Rejects when the database is away at that moment; after it, outages are survived.
   */
  start(): Promise<void>;
  /** Finishes the batch under way. */
  stop(): Promise<void>;
  readonly progress: ProjectionProgress;
  lag(): Promise<readonly Lag[]>;
};

/** Rows of one table that are kept in memory between batches. */
const CACHE_SIZE = 4000;

/** Keeps the read models up to date. Any number of processes may run one; one of them works at a time. */
export function createProjectionRunner(deps: {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly bus: Pick<LiveBus, 'publish'>;
  readonly projections: readonly ReadModel[];
  readonly log: Log;
  readonly registry: Registry;
  readonly scheduler?: Scheduler;
  /** Other work for one process at a time: ends when its signal aborts, and never rejects. */
  readonly whileLeading?: (signal: AbortSignal) => Promise<void>;
}): ProjectionRunner {
  const { pool, store, bus, projections, log, scheduler = systemScheduler } = deps;
  const stopping = new AbortController();
  const lag = () => readLag(pool, store, projections);
  const setAsideTotal = registerProjectionMetrics(deps.registry, lag);
  let leads = false;
  let polling = false;
  let running: Promise<void> | undefined;

  // A runner that stands by learns from the checkpoints what the leader has done.
  function learnFromLeader(): void {
    if (leads || polling) return;
    polling = true;
    void pollCheckpoints({ pool, projections, progress, scheduler, goOn: () => !leads }).finally(() => {
      polling = false;
    });
  }
  const progress = createReportedProgress(START, scheduler, learnFromLeader);

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

  async function work(connection: pg.Client, leading: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([leading, ended.signal]);
    const beside = [deps.whileLeading?.(signal), takeUpAgain({ ...deps, scheduler, signal })];
    try {
      await dropRetired(connection, log);
      while (!signal.aborted) {
        const opened = await openProjections(connection, 'read', projections, CACHE_SIZE, log);
        if (opened.length === 0)
          throw new Error('every read model belongs to another version of the program');
        leads = true;
        progress.reach(Math.min(...opened.map(({ checkpoint }) => checkpoint.position)));
        // Another process may have committed changes that the bus did not publish.
        bus.publish({ kind: 'missed' });
        await follow({
          db: connection,
          store,
          projections: opened,
          scheduler,
          signal,
          onCommitted(position, changes) {
            progress.reach(position);
            if (changes.length > 0) bus.publish({ kind: 'committed', position, changes });
          },
          onUncommitted(uncommitted) {
            for (const rows of uncommitted) bus.publish({ kind: 'uncommitted', ...rows });
          },
          onSetAside: alert,
          onUnknownType: passOver,
        });
      }
    } finally {
      leads = false;
      // Calls may have begun to wait while this process led.
      learnFromLeader();
      ended.abort();
      await Promise.all(beside);
    }
  }

  return {
    async start() {
      await buildMissing({ pool, store, projections, log, scheduler, signal: stopping.signal });
      const { promise: tried, resolve: onTried } = Promise.withResolvers<void>();
      running = leadWhenPossible({ pool, log, scheduler, signal: stopping.signal, onTried, work });
      await tried;
    },
    async stop() {
      stopping.abort();
      await running;
    },
    progress: { position: progress.position, waitFor: progress.waitFor },
    lag,
  };
}

type Following = {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /** After each commit; `position` is the lowest of all projections. */
  readonly onCommitted: (position: number, changes: readonly ReadModelChange[]) => void;
  /** Before `onCommitted` of the same events; only while they come one by one. */
  readonly onUncommitted: OnUncommitted;
  readonly onSetAside: (aside: readonly SetAside[]) => void;
  readonly onUnknownType: (event: RecordedEvent) => void;
};

const BATCH = 1000;
/**
 * After a batch of this many events the runner waits a moment for more: bigger batches cost the database half as much
 * per event. A single event never waits.
 */
const BUSY = 8;
const PAUSE_MS = 4;
/** A projection this near to the front joins the others, which wait for it once. */
const NEAR = 2000;

/**
 * Feeds all projections from one reader until the signal aborts. Returns early when another writer moved a checkpoint (a
 * rebuild's swap, another runner): the memory is then out of date, and the caller opens the projections again. Throws
 * when the database or the store fails.
 *
 * Projections behind the front catch up on their own, without holding up the others, and join at the end.
 */
async function follow(following: Following): Promise<void> {
  const { store, projections, scheduler } = following;
  let front = Math.max(START, ...projections.map(({ checkpoint }) => checkpoint.position));
  const inStep = new Set(projections.filter(({ checkpoint }) => checkpoint.position === front));
  const overtaken = new AbortController();
  const signal = AbortSignal.any([following.signal, overtaken.signal]);
  const atFront = new Mutex();

  async function take(members: readonly Projection[], events: readonly RecordedEvent[]): Promise<void> {
    const batch = events.map(decode);
    // In a burst the commit is soon enough. The position names a batch only if all projections are in step.
    const showsUncommitted = events.length < BUSY && members.length === projections.length;
    const onUncommitted = showsUncommitted ? following.onUncommitted : undefined;
    const done = await project(following.db, 'read', members, batch, onUncommitted);
    if (done.aside.length > 0) following.onSetAside(done.aside);
    for (const event of events) if (!isKnownType(event.type)) following.onUnknownType(event);
    const position = Math.min(...projections.map(({ checkpoint }) => checkpoint.position));
    following.onCommitted(position, done.changes);
    if (done.overtaken.length > 0) overtaken.abort();
  }

  async function followFront(): Promise<void> {
    for await (const events of store.subscribe({ after: front, batchSize: BATCH, signal })) {
      await atFront.runExclusive(async () => {
        await take([...inStep], events);
        front = events.at(-1)?.position ?? front;
      });
      if (events.length >= BUSY) await scheduler.pause(PAUSE_MS, signal);
    }
  }

  async function catchUp(projection: Projection): Promise<void> {
    const next = () => store.readAll({ after: projection.checkpoint.position, limit: BATCH });
    while (!signal.aborted && front - projection.checkpoint.position > NEAR) {
      const events = await next();
      if (events.length === 0) break;
      await take([projection], events);
    }
    await atFront.runExclusive(async () => {
      while (!signal.aborted) {
        const events = (await next()).filter(({ position }) => position <= front);
        if (events.length === 0) break;
        await take([projection], events);
      }
      inStep.add(projection);
    });
  }

  const late = projections.filter((projection) => !inStep.has(projection));
  const running = [followFront(), ...late.map(catchUp)];
  try {
    await Promise.all(running);
  } finally {
    overtaken.abort();
    await Promise.allSettled(running);
  }
}
