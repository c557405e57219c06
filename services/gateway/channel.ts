import type { Change, LiveTopic, Snapshot } from '#contracts/live/live-protocol.ts';
import type { Cancel, Scheduler } from '#platform/clock.ts';
import type { UncommittedBatch } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Feed } from './feeds.ts';
import { createReadQueue } from './read-queue.ts';

/** A row is pushed at most this often, a snapshot read at most this often. */
export const INTERVAL_MS = 100;
const RETRY_MS = 1_000;

/** How a channel reaches its viewers. Messages to one viewer arrive in the order in which they are given. */
export type Outlet<Viewer> = {
  push(viewers: ReadonlySet<Viewer>, change: Change): void;
  show(viewers: readonly Viewer[], snapshot: Snapshot): void;
  /** True if so much is on the way to this viewer that more would only pile up. */
  isBehind(viewer: Viewer): boolean;
  /** Called once for a viewer that was behind and got nothing. It is no member until it joins again. */
  setAside(viewer: Viewer): void;
};

export type ChannelDeps<Viewer> = {
  feed: Feed;
  outlet: Outlet<Viewer>;
  /** Up to which position the read models are committed: the first version. */
  position: number;
  scheduler: Scheduler;
  log: Pick<Log, 'warn'>;
  coalesced: () => void;
};

/**
 * One topic for viewers who see the same: a line of versions, in which each push leads from the last version to the next.
 *
 * Why no viewer misses anything: a channel does one round at a time. A round takes the keys touched so far and the viewers
 * that wait for a snapshot, and reads. Then, without any await, it pushes the change, moves the version, sends the
 * snapshot with that version, and makes its viewers members.
 * (1) News from before the round took its keys was committed before that, so the reads see it.
 * (2) Later news stays pending and is pushed in a later round, to everyone who is a member by then.
 * (3) Nothing is pushed between a viewer's snapshot and its membership. So its first change leads from the version of its
 *     snapshot, and each further change from the one before. A snapshot may know more than its version says: rows are
 *     whole states and are read in order, so a later push of the same row repeats or renews it.
 *
 * Uncommitted rows are pushed between rounds and even during one, if everything before them was shown. They lead on from
 * the version that members have, and the rounds still guarantee (1) to (3): the commit of an uncommitted row touches its
 * key, so the row is read again, and pushed unless all members have had the very same row.
 * (4) Uncommitted rows lie over whatever is read, from the moment they arrive until the end of the last round that may
 *     have read before their commit. So a read that came too early does not turn a row back. Only if news is lost, or
 *     travels longer than a read takes, an older state may show until the next round.
 */
export function createChannel<Viewer>({
  feed,
  outlet,
  scheduler,
  log,
  coalesced,
  ...deps
}: ChannelDeps<Viewer>) {
  const { now } = scheduler;
  const members = new Set<Viewer>();
  const joiners = new Set<Viewer>();
  const { uncommittedRows } = feed;
  const queue = createReadQueue({ delayMs: feed.delayMs, intervalMs: INTERVAL_MS, now, coalesced });
  let everything = false;
  let newest = deps.position;
  /** Everything up to here can be read. */
  let committed = deps.position;
  /** The running round reads rows that no viewer has seen yet. */
  let readsNews = false;
  let version = deps.position;
  let shownDate = feed.shownDate();
  let lastSnapshot = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let running = false;
  let closed = false;
  let cancel: Cancel = () => {};

  function dueAt(): number {
    const snapshot = joiners.size > 0 || everything ? lastSnapshot + INTERVAL_MS : Number.POSITIVE_INFINITY;
    return Math.max(Math.min(queue.dueAt(), snapshot), notBefore);
  }

  function schedule(): void {
    cancel();
    if (running || closed) return;
    const wait = dueAt() - now();
    if (wait === Number.POSITIVE_INFINITY) return;
    if (wait <= 0) void round();
    else cancel = scheduler.after(Math.ceil(wait), schedule);
  }

  async function round(): Promise<void> {
    running = true;
    const started = now();
    const mayShow = started - lastSnapshot >= INTERVAL_MS;
    const { keys, isNew } = queue.take();
    const waiting = mayShow ? [...joiners] : [];
    const showAll = mayShow && (everything || feed.shownDate() !== shownDate);
    const next = showAll || members.size === 0 ? feed.shownDate() : shownDate;
    const upTo = newest;
    readsNews = isNew || showAll;
    if (showAll) everything = false;
    try {
      const pushing = keys.length > 0 && members.size > 0 && !showAll;
      const showing = waiting.length > 0 || showAll;
      const [change, snapshot] = await Promise.all([
        pushing ? feed.change(keys, next) : null,
        showing ? feed.snapshot(next) : null,
      ]);
      if (closed) return;
      // No await from here to the end, see above.
      shownDate = next;
      if (showAll || members.size === 0) version = Math.max(version, upTo);
      const news = change !== null && uncommittedRows ? uncommittedRows.overChange(change, next) : change;
      if (news !== null) pushToMembers(news, upTo, keys);
      if (snapshot !== null) {
        lastSnapshot = now();
        const data = uncommittedRows ? uncommittedRows.overSnapshot(snapshot) : snapshot;
        uncommittedRows?.viewerJoined();
        if (showAll) dropSlowViewers();
        const audience = (showAll ? [...members, ...waiting] : waiting).filter(
          (viewer) => members.has(viewer) || joiners.has(viewer),
        );
        outlet.show(audience, { topic: feed.topic, version, data } as Snapshot);
        for (const viewer of audience) admit(viewer);
      }
      notBefore = now() + Math.min(now() - started, INTERVAL_MS);
    } catch (err) {
      queue.putBack(keys);
      everything ||= showAll;
      notBefore = now() + RETRY_MS;
      log.warn({ err, topic: feed.topic }, 'live news could not be read');
    } finally {
      running = false;
      readsNews = false;
      uncommittedRows?.forgetUpTo(committed);
      schedule();
    }
  }

  function pushToMembers(data: unknown, upTo: number, keys: readonly string[]): void {
    dropSlowViewers();
    const from = version;
    version = Math.max(version, upTo);
    outlet.push(members, { topic: feed.topic, from, version, data } as Change);
    queue.pushed(keys);
  }

  /**
   * Whether these rows may be shown before their commit: everything before them was shown, and there are viewers. The
   * commit of each earlier batch was announced before them, so what is not shown yet is pending or being read.
   */
  function mayShowUncommitted(keys: readonly string[]): boolean {
    return members.size > 0 && !everything && !readsNews && queue.isCalm(keys);
  }

  function dropSlowViewers(): void {
    for (const viewer of members) {
      if (!outlet.isBehind(viewer)) continue;
      drop(viewer);
      outlet.setAside(viewer);
    }
  }

  function note(key: string, position: number): void {
    if (uncommittedRows?.isPreviewOf(key, position)) queue.confirm(key);
    else queue.note(key);
  }

  function admit(viewer: Viewer): void {
    if (joiners.delete(viewer)) members.add(viewer);
  }

  function drop(viewer: Viewer): void {
    joiners.delete(viewer);
    members.delete(viewer);
  }

  return {
    topic: feed.topic as LiveTopic,
    shows: feed.shows,
    /** Sends a snapshot, then every change. A member starts again with a snapshot. */
    join(viewer: Viewer): void {
      drop(viewer);
      joiners.add(viewer);
      schedule();
    },
    leave: drop,
    /** Events up to `position` changed the rows of these keys; 'all': any row. */
    touch(keys: Iterable<string> | 'all', position: number): void {
      newest = Math.max(newest, position);
      committed = Math.max(committed, position);
      // A running read may have seen the state before; its round forgets these rows at its end.
      if (!running) uncommittedRows?.forgetUpTo(committed);
      if (members.size === 0 && joiners.size === 0) return;
      if (keys === 'all') everything = true;
      else for (const key of keys) note(key, position);
      schedule();
    },
    /** Shows these rows at once if everything before them was shown; else they come with their commit. */
    showUncommitted(batch: UncommittedBatch): void {
      if (!uncommittedRows) return;
      const keys = uncommittedRows.learn(batch);
      if (keys.length === 0 || !mayShowUncommitted(keys)) return;
      const data = uncommittedRows.preview(keys, shownDate);
      if (data === null) return;
      newest = Math.max(newest, batch.position);
      pushToMembers(data, newest, keys);
    },
    /** News was lost: any row may differ, and uncommitted rows may never be committed. */
    invalidate(position: number): void {
      uncommittedRows?.forget();
      this.touch('all', position);
    },
    /** Sends a new snapshot to all when another date has begun for them, or the date of a row has ended. */
    rollOverDate(): void {
      if (members.size === 0) return;
      if (feed.shownDate() === shownDate && !feed.hasEnded?.()) return;
      everything = true;
      schedule();
    },
    close(): void {
      closed = true;
      cancel();
    },
  };
}

export type Channel<Viewer> = ReturnType<typeof createChannel<Viewer>>;
