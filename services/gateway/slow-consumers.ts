/** A client with more than this on the way to it gets nothing more until it has read that. */
const BEHIND_BYTES = 256 * 1024;
/** A client has caught up when nearly everything has left. */
const CAUGHT_UP_BYTES = 16 * 1024;
const CHECK_EVERY_MS = 100;
/** A client that reads nothing for so long counts as gone, although TCP still shows it connected. */
const READ_TIMEOUT_MS = 30_000;

/**
 * Slow clients get no pushes, so that the others do not wait and nothing piles up. When they have caught up they get a
 * snapshot of what they missed; if they do not catch up, they are cut off.
 */
export function createSlowConsumers<Viewer>(deps: {
  bytesOnTheWay: (viewer: Viewer) => number;
  /** The viewer reads again; it got no pushes of these rooms. */
  caughtUp: (viewer: Viewer, rooms: ReadonlySet<string>) => void;
  cutOff: (viewer: Viewer) => void;
  now: () => number;
}) {
  const waiting = new Map<Viewer, { rooms: Set<string>; since: number }>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    timer = undefined;
    for (const [viewer, { rooms, since }] of waiting) {
      if (deps.bytesOnTheWay(viewer) <= CAUGHT_UP_BYTES) {
        waiting.delete(viewer);
        deps.caughtUp(viewer, rooms);
      } else if (deps.now() - since > READ_TIMEOUT_MS) {
        waiting.delete(viewer);
        deps.cutOff(viewer);
      }
    }
    checkSoon();
  }

  function checkSoon(): void {
    if (waiting.size > 0) timer ??= setTimeout(check, CHECK_EVERY_MS);
  }

  return {
    isBehind: (viewer: Viewer) => deps.bytesOnTheWay(viewer) > BEHIND_BYTES,
    leaveOut(viewer: Viewer, room: string): void {
      const entry = waiting.get(viewer) ?? { rooms: new Set(), since: deps.now() };
      waiting.set(viewer, entry);
      entry.rooms.add(room);
      checkSoon();
    },
    isWaiting: (viewer: Viewer) => waiting.has(viewer),
    forget: (viewer: Viewer) => void waiting.delete(viewer),
    close(): void {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
