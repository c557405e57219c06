import { Mutex, Semaphore } from 'async-mutex';

/** Runs the tasks of one key one after the other; tasks of different keys do not wait for each other. */
type KeyedMutex = <Value>(key: string, task: () => Promise<Value>) => Promise<Value>;

export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { readonly mutex: Mutex; users: number }>();
  return async (key, task) => {
    const entry = mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
    mutexes.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.runExclusive(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) mutexes.delete(key);
    }
  };
}

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
