import { Mutex, Semaphore } from 'async-mutex';

/** Runs the tasks of one key one after the other; tasks of different keys do not wait for each other. */
type KeyedMutex = <Value>(key: string, task: () => Promise<Value>) => Promise<Value>;

/** When `waiting` tasks of a key wait, the next is rejected with QueueFullError. */
export function createKeyedMutex({ waiting } = { waiting: Number.POSITIVE_INFINITY }): KeyedMutex {
  const mutexes = new Map<string, { readonly mutex: Mutex; users: number }>();
  return async (key, task) => {
    const entry = mutexes.get(key) ?? { mutex: new Mutex(), users: 0 };
    if (entry.users > waiting) throw new QueueFullError();
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

/**
 * Runs at most `running` tasks at once. The keys that wait have the next place in turns, so one with many tasks delays
 * another by one of them. When `waitingOfKey` tasks of a key wait, or `waiting` of all, the next is rejected with
 * QueueFullError.
 */
export function createFairSemaphore(limits: { running: number; waitingOfKey: number; waiting: number }) {
  /** In the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let [running, waiting] = [0, 0];

  function passOn(): void {
    const [turn] = queues;
    if (turn === undefined) {
      running -= 1;
      return;
    }
    const [key, [begin, ...others]] = turn;
    queues.delete(key);
    if (others.length > 0) queues.set(key, others);
    waiting -= 1;
    begin?.();
  }

  async function place(key: string): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    const queue = queues.get(key) ?? [];
    if (queue.length >= limits.waitingOfKey || waiting >= limits.waiting) throw new QueueFullError();
    waiting += 1;
    queues.set(key, queue);
    await new Promise<void>((begin) => queue.push(begin));
  }

  return async <Value>(key: string, task: () => Promise<Value>): Promise<Value> => {
    await place(key);
    try {
      return await task();
    } finally {
      passOn();
    }
  };
}
