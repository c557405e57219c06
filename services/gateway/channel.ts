import type { Change, LiveTopic, Snapshot } from '#contracts/live/live-protocol.ts';
import type { RowsForeseen } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import { createChannelNews } from './channel-news.ts';
import type { Feed } from './feed.ts';

/** A row is pushed at most this often, a snapshot read at most this often. */
export const INTERVAL_MS = 100;
const RETRY_MS = 1_000;

/** The way from a channel to its viewers. Messages to one viewer arrive in the order in which they are given. */
export type Outlet<Viewer> = {
  push(viewers: ReadonlySet<Viewer>, change: Change): void;
  show(viewers: readonly Viewer[], snapshot: Snapshot): void;
  /** True when this viewer has so much on the way that more would only pile up. */
  isBehind(viewer: Viewer): boolean;
  /** Called once for a viewer that was behind and got nothing: it is out until it joins again. */
  setAside(viewer: Viewer): void;
};

export type ChannelDeps<Viewer> = {
  feed: Feed;
  outlet: Outlet<Viewer>;
  /** How far the read models are known to be: the first version. */
  position: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  log: Pick<Log, 'warn'>;
  coalesced: () => void;
};

/**
 * One topic for viewers who see the same: a line of versions, each push leading from the last to the next.
 *
 * Why nobody misses anything. A channel does one round at a time: it takes the keys touched so far and the
 * viewers who wait for a snapshot, reads, and then, without giving way to anything else, pushes the change,
 * moves the version, sends the snapshot with that version and lets its viewers in. (1) News that came before
 * the round took its keys was committed before, so the reads see it. (2) News that comes later stays pending
 * and is pushed in a later round to everybody who is in by then. (3) Between a viewer's snapshot and its
 * entry nothing is pushed, so the first change it gets leads from the version of its snapshot, and each
 * further one from the one before. A snapshot may know more than its version says; rows are whole states and
 * read in order, so the later push of the same row repeats or renews it, never turns it back.
 *
 * Rows that are foreseen are pushed between rounds and even during one, if everything before them was shown:
 * they then lead on from the version that members have. What the rounds guarantee stays: the commit of a
 * foreseen row touches its key, so it is read again, and pushed unless it is the very row that all who are in
 * have had (nobody came in since). (4) Whatever is read is shown with what is foreseen in its place, from the
 * moment it is told until the end of the last round that may have looked before its commit; so a row once
 * shown is not turned back by a read that was too early. Only if news is lost, or travels longer than a read
 * takes, an older state may come up again, until the next round.
 */
export function createChannel<Viewer>({ feed, outlet, now, log, coalesced, ...deps }: ChannelDeps<Viewer>) {
  const members = new Set<Viewer>();
  const joiners = new Set<Viewer>();
  const { foresight } = feed;
  const queue = createChannelNews({ patienceMs: feed.patienceMs, intervalMs: INTERVAL_MS, now, coalesced });
  let everything = false;
  let newest = deps.position;
  /** What was told up to here can be read. */
  let committed = deps.position;
  /** Something foreseen up to here was not shown: later news must not overtake it. */
  let heldBack = deps.position;
  /** A round reads what nobody has seen yet. */
  let readsNews = false;
  let version = deps.position;
  let epoch = feed.epoch();
  let lastSnapshot = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let running = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function dueAt(): number {
    const snapshot = joiners.size > 0 || everything ? lastSnapshot + INTERVAL_MS : Number.POSITIVE_INFINITY;
    return Math.max(Math.min(queue.dueAt(), snapshot), notBefore);
  }

  function schedule(): void {
    clearTimeout(timer);
    if (running || closed) return;
    const wait = dueAt() - now();
    if (wait === Number.POSITIVE_INFINITY) return;
    if (wait <= 0) void round();
    else timer = setTimeout(schedule, Math.ceil(wait));
  }

  async function round(): Promise<void> {
    running = true;
    const started = now();
    const mayShow = started - lastSnapshot >= INTERVAL_MS;
    const { keys, isNew } = queue.take();
    const waiting = mayShow ? [...joiners] : [];
    const showAll = mayShow && (everything || (members.size > 0 && feed.epoch() !== epoch));
    const next = showAll || members.size === 0 ? feed.epoch() : epoch;
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
      // No await from here to the end: see above.
      epoch = next;
      if (showAll || members.size === 0) version = Math.max(version, upTo);
      const news = change !== null && foresight ? foresight.overChange(change, next) : change;
      if (news !== null) pushToMembers(news, upTo, keys);
      if (snapshot !== null) {
        lastSnapshot = now();
        const data = foresight ? foresight.overSnapshot(snapshot) : snapshot;
        foresight?.admitted();
        if (showAll) setAsideWhoIsBehind();
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
      foresight?.settle(committed);
      schedule();
    }
  }

  function pushToMembers(data: unknown, upTo: number, keys: readonly string[]): void {
    setAsideWhoIsBehind();
    const from = version;
    version = Math.max(version, upTo);
    outlet.push(members, { topic: feed.topic, from, version, data } as Change);
    queue.pushed(keys);
  }

  /** Whether these rows may be shown ahead: all that came before was, and somebody looks. */
  function mayForesee(keys: readonly string[]): boolean {
    return members.size > 0 && !everything && !readsNews && heldBack <= committed && queue.isCalm(keys);
  }

  function setAsideWhoIsBehind(): void {
    for (const viewer of members) {
      if (!outlet.isBehind(viewer)) continue;
      drop(viewer);
      outlet.setAside(viewer);
    }
  }

  function note(key: string, position: number): void {
    if (foresight?.isPreviewOf(key, position)) queue.confirm(key);
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
    /** Whether news of that date concerns this channel: at midnight two dates do for a moment. */
    shows: (date: string) => date === epoch || date === feed.epoch(),
    /** Sends a snapshot, then every change; for a member it begins anew. */
    join(viewer: Viewer): void {
      drop(viewer);
      joiners.add(viewer);
      schedule();
    },
    leave: drop,
    /** News up to `position` touched the rows of these keys; 'all': any row. */
    touch(keys: Iterable<string> | 'all', position: number): void {
      newest = Math.max(newest, position);
      committed = Math.max(committed, position);
      // A read under way may have looked before; it settles at its end.
      if (!running) foresight?.settle(committed);
      if (members.size === 0 && joiners.size === 0) return;
      if (keys === 'all') everything = true;
      else for (const key of keys) note(key, position);
      schedule();
    },
    /** Rows that are about to be committed: shown at once if all earlier news was, else with the commit. */
    foresee(told: RowsForeseen): void {
      const keys = foresight?.learn(told, epoch) ?? [];
      if (keys.length === 0) return;
      const data = mayForesee(keys) ? foresight?.preview(keys, epoch) : null;
      if (!data) {
        heldBack = Math.max(heldBack, told.position);
        return;
      }
      newest = Math.max(newest, told.position);
      pushToMembers(data, newest, keys);
    },
    /** News was lost: any row may differ, and what was foreseen may never be. */
    doubt(position: number): void {
      foresight?.forget();
      heldBack = Math.min(heldBack, committed);
      this.touch('all', position);
    },
    /** Gives everybody a new snapshot when what is shown has become another (midnight). */
    turnPage(): void {
      if (feed.epoch() === epoch || members.size === 0) return;
      everything = true;
      schedule();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

export type Channel<Viewer> = ReturnType<typeof createChannel<Viewer>>;
