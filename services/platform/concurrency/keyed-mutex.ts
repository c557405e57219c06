import { Mutex } from 'async-mutex';

/** Runs the tasks of one key one after the other; tasks of different keys do not wait for each other. */
export type KeyedMutex = <Value>(key: string, task: () => Promise<Value>) => Promise<Value>;

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
