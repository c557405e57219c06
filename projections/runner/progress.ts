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

export function createReportedProgress(start: number, onWaiting: () => void = () => {}): ReportedProgress {
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
            clearTimeout(timer);
            waiting.delete(one);
            resolve(isReached);
          },
        };
        const timer = setTimeout(() => one.answer(false), timeoutMs);
        waiting.add(one);
        onWaiting();
      });
    },
  };
}
