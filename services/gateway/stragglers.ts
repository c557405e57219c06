/** More than that on the way to one client and it gets nothing more until it has read it. */
const BEHIND_BYTES = 256 * 1024;
/** Caught up means that nearly everything has left. */
const CAUGHT_UP_BYTES = 16 * 1024;
const LOOK_EVERY_MS = 100;
/** A client that reads nothing for so long is gone, whatever TCP believes. */
const PATIENCE_MS = 30_000;

/**
 * Slow clients: they are left out so that nobody waits for them and nothing piles up, get a snapshot of what
 * they missed when they have caught up, and are cut off when they do not.
 */
export function createStragglers<Viewer>(deps: {
  bytesOnTheWay: (viewer: Viewer) => number;
  /** The viewer reads again; `rooms` are those it was left out of. */
  caughtUp: (viewer: Viewer, rooms: ReadonlySet<string>) => void;
  cutOff: (viewer: Viewer) => void;
  now: () => number;
}) {
  const waiting = new Map<Viewer, { rooms: Set<string>; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    for (const [viewer, { rooms, since }] of waiting) {
      if (deps.bytesOnTheWay(viewer) <= CAUGHT_UP_BYTES) {
        waiting.delete(viewer);
        deps.caughtUp(viewer, rooms);
      } else if (deps.now() - since > PATIENCE_MS) {
        waiting.delete(viewer);
        deps.cutOff(viewer);
      }
    }
    lookSoon();
  }

  function lookSoon(): void {
    if (waiting.size > 0) timer ??= setTimeout(look, LOOK_EVERY_MS);
  }

  return {
    isBehind: (viewer: Viewer) => deps.bytesOnTheWay(viewer) > BEHIND_BYTES,
    leftOut(viewer: Viewer, room: string): void {
      const entry = waiting.get(viewer) ?? { rooms: new Set(), since: deps.now() };
      waiting.set(viewer, entry);
      entry.rooms.add(room);
      lookSoon();
    },
    isWaiting: (viewer: Viewer) => waiting.has(viewer),
    forget: (viewer: Viewer) => void waiting.delete(viewer),
    close(): void {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
