import type pg from 'pg';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import { createHeard } from '#platform/live/shards.port.ts';
import { allProjections } from '../all.projections.ts';

/** Up to which position the read models are committed: a reader waits for its own write. */
export type ProjectionProgress = {
  /** Everything up to here can be read from every read model. */
  position(): number;
  /**
   * True as soon as everything up to `position` can be read, false when that takes longer than `timeoutMs`.
   * Never throws; costs nothing when the position is reached already.
   */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
};

/** Progress that is reported from outside; `onWaiting` is called when a call starts to wait. */
export type ReportedProgress = ProjectionProgress & {
  reach(position: number): void;
  isAwaited(): boolean;
};

type Waiting = { readonly position: number; readonly answer: (reached: boolean) => void };

export function createReportedProgress(
  start: number,
  scheduler: Scheduler,
  onWaiting: () => void = () => {},
): ReportedProgress {
  let reached = start;
  const waiting = new Set<Waiting>();
  return {
    position: () => reached,
    isAwaited: () => waiting.size > 0,
    reach(position) {
      reached = position;
      for (const one of waiting) if (one.position <= position) one.answer(true);
    },
    waitFor(position, timeoutMs) {
      if (position <= reached) return Promise.resolve(true);
      return new Promise((resolve) => {
        const one: Waiting = {
          position,
          answer(isReached) {
            cancel();
            waiting.delete(one);
            resolve(isReached);
          },
        };
        const cancel = scheduler.after(timeoutMs, () => one.answer(false));
        waiting.add(one);
        onWaiting();
      });
    },
  };
}

/** While no news tells of the read models of this version. */
const POLL_MS = 7;
/** While news does: only what was lost in silence is found by it. */
const UNHEARD_MS = 250;

type Named = { readonly name: string; readonly version?: number };

type CheckpointSource = {
  readonly pool: pg.Pool;
  readonly projections: readonly Named[];
  readonly scheduler: Scheduler;
  /** Tells of positions; without it the checkpoints are polled. */
  readonly bus?: Pick<LiveBus, 'subscribe'> | undefined;
};

/** Progress for a process that does not project. While the database is away, waiting calls run into their time limit. */
export function createCheckpointProgress(
  deps: Pick<CheckpointSource, 'pool' | 'bus'> & Partial<CheckpointSource>,
): ProjectionProgress {
  const { projections = allProjections, scheduler = systemScheduler } = deps;
  const progress = createReportedProgress(START, scheduler, () => learn());
  const learn = learnCheckpoints({ ...deps, projections, scheduler, progress, goOn: () => true });
  return { position: progress.position, waitFor: progress.waitFor };
}

/**
 * Reports what another process commits, as long as `goOn` returns true. Its news carries the position. The checkpoints
 * are read, with one query for all waiting calls, only while a call waits and news may be missing: until the first
 * commit is heard of, after `missed`, from a version with other read models, and after a quarter of a second without news.
 * Call the returned function when a call begins to wait; it never throws.
 */
export function learnCheckpoints(
  deps: CheckpointSource & { readonly progress: ReportedProgress; readonly goOn: () => boolean },
): () => void {
  const { pool, projections, scheduler, bus, progress, goOn } = deps;
  const names = projections.map(({ name }) => name);
  const ours = readModelsOf(projections);
  const told = createHeard(Number.NEGATIVE_INFINITY);
  let isTold = false;
  let heard = 0;
  let isPolling = false;
  let pause = new AbortController();

  function rise(position: number): void {
    if (position > progress.position()) progress.reach(position);
  }

  bus?.subscribe((message) => {
    if (message.kind === 'committed' && message.position > START) {
      heard += 1;
      if (message.readModels === ours) told.note(message);
      else told.forget();
    }
    if (message.kind === 'missed') told.forget();
    // Of every shard.
    isTold = told.lowest() > Number.NEGATIVE_INFINITY;
    if (isTold && goOn()) rise(told.lowest());
    if (!isTold) pause.abort();
  });

  async function poll(): Promise<void> {
    let last = -1;
    while (progress.isAwaited() && goOn()) {
      const isMissing = !isTold || heard === last;
      const position = isMissing ? await lowestCheckpoint(pool, names).catch(() => null) : null;
      if (position !== null && goOn()) rise(position);
      last = heard;
      pause = new AbortController();
      if (progress.isAwaited()) await scheduler.pause(isTold ? UNHEARD_MS : POLL_MS, pause.signal);
    }
  }

  return () => {
    if (isPolling) return;
    isPolling = true;
    void poll().finally(() => {
      isPolling = false;
    });
  };
}

/** Names the read models and versions that a position is about, for processes of another version. */
export function readModelsOf(projections: readonly Named[]): string {
  return projections
    .map(({ name, version = 1 }) => `${name} ${version}`)
    .sort()
    .join(', ');
}

/** The position of the hindmost shard, or null while a read model is missing. */
async function lowestCheckpoint(pool: pg.Pool, names: readonly string[]): Promise<number | null> {
  const { rows } = await pool.query<{ lowest: string | number; found: string | number }>(
    'SELECT min(position) AS lowest, count(*) AS found FROM read.checkpoints WHERE projection = ANY ($1)',
    [names],
  );
  const [row] = rows;
  return row && Number(row.found) === names.length ? Number(row.lowest) : null;
}
