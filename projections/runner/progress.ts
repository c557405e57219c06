import type pg from 'pg';
import { type Scheduler, systemScheduler } from '#platform/clock.ts';
import { START } from '#platform/event-store/event-store.port.ts';
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

const POLL_MS = 7;

/**
 * Progress for a process that does not project itself: reads the checkpoints, with one query for all waiting calls, and
 * only while a call waits. While the database is away, waiting calls run into their time limit.
 */
export function createCheckpointProgress(deps: {
  readonly pool: pg.Pool;
  readonly projections?: readonly { readonly name: string }[];
  readonly scheduler?: Scheduler;
}): ProjectionProgress {
  const { pool, projections = allProjections, scheduler = systemScheduler } = deps;
  let polling = false;
  const progress = createReportedProgress(START, scheduler, () => {
    if (polling) return;
    polling = true;
    void pollCheckpoints({ pool, projections, progress, scheduler, goOn: () => true }).finally(() => {
      polling = false;
    });
  });
  return { position: progress.position, waitFor: progress.waitFor };
}

/** Reports the checkpoints as long as a call waits and `goOn` returns true. Never rejects. */
export async function pollCheckpoints({
  pool,
  projections,
  progress,
  scheduler,
  goOn,
}: {
  readonly pool: pg.Pool;
  readonly projections: readonly { readonly name: string }[];
  readonly progress: ReportedProgress;
  readonly scheduler: Scheduler;
  readonly goOn: () => boolean;
}): Promise<void> {
  const names = projections.map(({ name }) => name);
  while (progress.isAwaited() && goOn()) {
    const position = await lowestCheckpoint(pool, names).catch(() => null);
    if (position !== null && goOn()) progress.reach(position);
    if (progress.isAwaited()) await scheduler.pause(POLL_MS);
  }
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
