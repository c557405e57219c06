import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { ReadModelChange } from '#platform/live/live-bus.port.ts';
import type { SetAside } from './fold.ts';
import { decode } from './incoming.ts';
import { type OnUncommitted, project } from './project.ts';
import type { Projection } from './projection.ts';
import type { Database } from './schema.ts';

export type Following = {
  readonly db: Database;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  readonly signal: AbortSignal;
  /** After each commit; `position` is the lowest of all projections. */
  readonly onCommitted: (position: number, changes: readonly ReadModelChange[]) => void;
  /** Before `onCommitted` of the same events; only while they come one by one. */
  readonly onUncommitted: OnUncommitted;
  readonly onSetAside: (aside: readonly SetAside[]) => void;
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
export async function follow(following: Following): Promise<void> {
  const { store, projections } = following;
  let front = Math.max(START, ...projections.map(({ checkpoint }) => checkpoint.position));
  const inStep = new Set(projections.filter(({ checkpoint }) => checkpoint.position === front));
  const overtaken = new AbortController();
  const signal = AbortSignal.any([following.signal, overtaken.signal]);
  const exclusively = createMutex();

  async function take(members: readonly Projection[], events: readonly RecordedEvent[]): Promise<void> {
    const batch = events.map(decode);
    // In a burst the commit is soon enough. The position names a batch only if all projections are in step.
    const showsUncommitted = events.length < BUSY && members.length === projections.length;
    const onUncommitted = showsUncommitted ? following.onUncommitted : undefined;
    const done = await project(following.db, 'read', members, batch, onUncommitted);
    if (done.aside.length > 0) following.onSetAside(done.aside);
    const position = Math.min(...projections.map(({ checkpoint }) => checkpoint.position));
    following.onCommitted(position, done.changes);
    if (done.overtaken.length > 0) overtaken.abort();
  }

  async function followFront(): Promise<void> {
    for await (const events of store.subscribe({ after: front, batchSize: BATCH, signal })) {
      await exclusively(async () => {
        await take([...inStep], events);
        front = events.at(-1)?.position ?? front;
      });
      if (events.length >= BUSY) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function catchUp(projection: Projection): Promise<void> {
    const next = () => store.readAll({ after: projection.checkpoint.position, limit: BATCH });
    while (!signal.aborted && front - projection.checkpoint.position > NEAR) {
      const events = await next();
      if (events.length === 0) break;
      await take([projection], events);
    }
    await exclusively(async () => {
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

/** Runs tasks one at a time, in the order in which they came; a task that throws does not hold up the next. */
function createMutex(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => {});
    return run;
  };
}
