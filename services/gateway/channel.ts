import type { Change, LiveTopic, Snapshot } from '#contracts/live/live-protocol.ts';
import type { Log } from '#platform/log.ts';
import type { Feed } from './feed.ts';
import { createRecentKeys } from './recent-keys.ts';

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
 */
export function createChannel<Viewer>({ feed, outlet, now, log, coalesced, ...deps }: ChannelDeps<Viewer>) {
  const members = new Set<Viewer>();
  const joiners = new Set<Viewer>();
  const recent = createRecentKeys(INTERVAL_MS);
  let pending = new Set<string>();
  /** A row waits that was pushed within the interval: a burst, so everything waits for its end. */
  let burst = false;
  /** When the first of the pending keys came in. */
  let pendingSince = 0;
  let everything = false;
  let newest = deps.position;
  let version = deps.position;
  let epoch = feed.epoch();
  let lastPush = Number.NEGATIVE_INFINITY;
  let lastSnapshot = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let running = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function dueAt(): number {
    const change =
      pending.size === 0
        ? Number.POSITIVE_INFINITY
        : burst
          ? lastPush + INTERVAL_MS
          : pendingSince + feed.patienceMs;
    const snapshot = joiners.size > 0 || everything ? lastSnapshot + INTERVAL_MS : Number.POSITIVE_INFINITY;
    return Math.max(Math.min(change, snapshot), notBefore);
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
    const keys = [...pending];
    const waiting = mayShow ? [...joiners] : [];
    const showAll = mayShow && (everything || (members.size > 0 && feed.epoch() !== epoch));
    const next = showAll || members.size === 0 ? feed.epoch() : epoch;
    const upTo = newest;
    pending = new Set();
    burst = false;
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
      if (showAll || members.size === 0) version = upTo;
      if (change !== null) pushToMembers(change, upTo, keys);
      if (snapshot !== null) {
        lastSnapshot = now();
        if (showAll) setAsideWhoIsBehind();
        const audience = (showAll ? [...members, ...waiting] : waiting).filter(
          (viewer) => members.has(viewer) || joiners.has(viewer),
        );
        outlet.show(audience, { topic: feed.topic, version, data: snapshot } as Snapshot);
        for (const viewer of audience) admit(viewer);
      }
      notBefore = now() + Math.min(now() - started, INTERVAL_MS);
    } catch (err) {
      for (const key of keys) pending.add(key);
      everything ||= showAll;
      notBefore = now() + RETRY_MS;
      log.warn({ err, topic: feed.topic }, 'live news could not be read');
    } finally {
      running = false;
      schedule();
    }
  }

  function pushToMembers(data: unknown, upTo: number, keys: readonly string[]): void {
    setAsideWhoIsBehind();
    outlet.push(members, { topic: feed.topic, from: version, version: upTo, data } as Change);
    version = upTo;
    lastPush = now();
    recent.add(keys, lastPush);
  }

  function setAsideWhoIsBehind(): void {
    for (const viewer of members) {
      if (!outlet.isBehind(viewer)) continue;
      drop(viewer);
      outlet.setAside(viewer);
    }
  }

  function note(key: string): void {
    if (pending.has(key)) coalesced();
    if (pending.size === 0) pendingSince = now();
    pending.add(key);
    burst ||= recent.has(key, now());
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
      if (members.size === 0 && joiners.size === 0) return;
      if (keys === 'all') everything = true;
      else for (const key of keys) note(key);
      schedule();
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
