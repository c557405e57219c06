import { Refused } from './http/refused.ts';

/**
 * Lets at most `running` tasks run at once; at most `waiting` more stand in line, in order. Beyond that a task
 * is refused as `unavailable` (503) without having begun.
 */
export function createSlots(limits: { running: number; waiting: number }) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limits.running) {
      if (line.length >= limits.waiting) throw new Refused('unavailable', 503);
      // Whoever finishes hands its slot over, so `running` stays as it is.
      await new Promise<void>((enter) => line.push(enter));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
