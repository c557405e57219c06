import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import { pollCheckpoints } from './checkpoint-progress.ts';
import type { SetAside } from './fold.ts';
import { follow } from './follow.ts';
import { leadWhenPossible } from './leadership.ts';
import { type Lag, readLag, registerProjectionMetrics } from './metrics.ts';
import { openProjections } from './open.ts';
import { createReportedProgress, type ProjectionProgress } from './progress.ts';
import type { ReadModel } from './read-model.ts';
import { buildMissing } from './rebuild.ts';
import { dropRetired } from './retired.ts';

export type ProjectionRunner = {
  /**
   * Resolves when every read model exists in this program's version; those that do not are built from the
   * events first. Rejects when the database is away at that moment; after it, outages are survived.
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
  /** For what one process does at a time, too; ends when its signal aborts, and never rejects. */
  readonly whileLeading?: (signal: AbortSignal) => Promise<void>;
}): ProjectionRunner {
  const { pool, store, bus, projections, log } = deps;
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
    void pollCheckpoints(pool, projections, progress, () => !leads).finally(() => {
      polling = false;
    });
  }
  const progress = createReportedProgress(START, learnFromLeader);

  function alert(aside: readonly SetAside[]): void {
    for (const { projection, position, stream, company_id: companyId, reason } of aside) {
      setAsideTotal.inc({ projection });
      log.error({ projection, position, stream, companyId, reason }, 'an event was set aside');
    }
  }

  async function work(connection: pg.Client, leading: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([leading, ended.signal]);
    const beside = deps.whileLeading?.(signal);
    try {
      await dropRetired(connection, log);
      while (!signal.aborted) {
        const opened = await openProjections(connection, 'read', projections, CACHE_SIZE, log);
        if (opened.length === 0)
          throw new Error('every read model belongs to another version of the program');
        leads = true;
        progress.reach(Math.min(...opened.map(({ checkpoint }) => checkpoint.position)));
        // What was committed before, by whomever, may not have been told.
        bus.publish({ kind: 'missed' });
        await follow({
          db: connection,
          store,
          projections: opened,
          signal,
          onCommitted(position, changes) {
            progress.reach(position);
            if (changes.length > 0) bus.publish({ kind: 'committed', position, changes });
          },
          onUncommitted(uncommitted) {
            for (const rows of uncommitted) bus.publish({ kind: 'uncommitted', ...rows });
          },
          onSetAside: alert,
        });
      }
    } finally {
      leads = false;
      // Some may have begun to wait while it led.
      learnFromLeader();
      ended.abort();
      await beside;
    }
  }

  return {
    async start() {
      await buildMissing({ pool, store, projections, log, signal: stopping.signal });
      running = leadWhenPossible({ pool, log, signal: stopping.signal, work });
    },
    async stop() {
      stopping.abort();
      await running;
    },
    progress: { position: progress.position, waitFor: progress.waitFor },
    lag,
  };
}
