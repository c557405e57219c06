import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { ReadModelChange } from '#platform/live/live-bus.port.ts';
import { createExclusive } from './exclusive.ts';
import type { SetAside } from './fold.ts';
import { decode } from './incoming.ts';
import { type OnForeseen, project } from './project.ts';
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
  readonly onForeseen: OnForeseen;
  readonly onSetAside: (aside: readonly SetAside[]) => void;
};

const BATCH = 1000;
/**
 * After a batch of so many events more of them gather for a moment: bigger batches cost the database half as
 * much per event. Whoever works alone never waits for it.
 */
const BUSY = 8;
const PAUSE_MS = 4;
/** A projection this near to the front joins the others, who wait for it that once. */
const NEAR = 2000;

/**
 * Feeds all projections from one reader until the signal aborts, or returns early when somebody else moved a
 * checkpoint (a rebuild's swap, another runner): what is in memory is then worth nothing, and the caller
 * opens the projections again. Throws when the database or the store fails.
 *
 * Projections behind the front catch up on their own, without holding up the others, and join at the end.
 */
export async function follow(following: Following): Promise<void> {
  const { store, projections } = following;
  let front = Math.max(START, ...projections.map(({ checkpoint }) => checkpoint.position));
  const inStep = new Set(projections.filter(({ checkpoint }) => checkpoint.position === front));
  const overtaken = new AbortController();
  const signal = AbortSignal.any([following.signal, overtaken.signal]);
  const exclusively = createExclusive();

  async function take(members: readonly Projection[], events: readonly RecordedEvent[]): Promise<void> {
    const batch = events.map(decode);
    // In a crowd the commit is soon enough. Its position tells what was foreseen only if all are in step.
    const isForeseen = events.length < BUSY && members.length === projections.length;
    const onForeseen = isForeseen ? following.onForeseen : undefined;
    const done = await project(following.db, 'read', members, batch, onForeseen);
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
