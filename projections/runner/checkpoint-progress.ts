import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { START } from '#platform/event-store/event-store.port.ts';
import { allProjections } from '../all.projections.ts';
import { createReportedProgress, type ProjectionProgress, type ReportedProgress } from './progress.ts';

const POLL_MS = 7;

/**
 * Progress for a process that does not project itself: reads the checkpoints, with one query for all waiting calls, and
 * only while a call waits. While the database is away, waiting calls run into their time limit.
 */
export function createCheckpointProgress(deps: {
  readonly pool: pg.Pool;
  readonly projections?: readonly { readonly name: string }[];
}): ProjectionProgress {
  const { pool, projections = allProjections } = deps;
  let polling = false;
  const progress = createReportedProgress(START, () => {
    if (polling) return;
    polling = true;
    void pollCheckpoints(pool, projections, progress, () => true).finally(() => {
      polling = false;
    });
  });
  return { position: progress.position, waitFor: progress.waitFor };
}

/** Reports the checkpoints as long as a call waits and `goOn` returns true. Never rejects. */
export async function pollCheckpoints(
  pool: pg.Pool,
  projections: readonly { readonly name: string }[],
  progress: ReportedProgress,
  goOn: () => boolean,
): Promise<void> {
  const names = projections.map(({ name }) => name);
  while (progress.isAwaited() && goOn()) {
    const position = await lowestCheckpoint(pool, names).catch(() => null);
    if (position !== null && goOn()) progress.reach(position);
    if (progress.isAwaited()) await sleep(POLL_MS);
  }
}

/** The lowest position, or null while a projection has no checkpoint yet. */
async function lowestCheckpoint(pool: pg.Pool, names: readonly string[]): Promise<number | null> {
  const { rows } = await pool.query<{ lowest: string | number; found: string | number }>(
    'SELECT min(position) AS lowest, count(*) AS found FROM read.checkpoints WHERE projection = ANY ($1)',
    [names],
  );
  const [row] = rows;
  return row && Number(row.found) === names.length ? Number(row.lowest) : null;
}
