import { Semaphore } from 'async-mutex';

/** The queue of a semaphore is full; the task has not begun. HTTP answers it with 503. */
export class QueueFullError extends Error {
  constructor() {
    super('too many tasks wait already');
    this.name = 'QueueFullError';
  }
}

/**
 * Runs at most `running` tasks at once; at most `waiting` more wait, in order. Any further task is rejected with
 * QueueFullError.
 */
export function createSemaphore(limits: { running: number; waiting: number }) {
  const semaphore = new Semaphore(limits.running);
  let admitted = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (admitted >= limits.running + limits.waiting) throw new QueueFullError();
    admitted += 1;
    try {
      return await semaphore.runExclusive(task);
    } finally {
      admitted -= 1;
    }
  };
}
