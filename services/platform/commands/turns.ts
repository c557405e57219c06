/** Lets those who want the same thing go one after the other; different things do not wait for each other. */
export type Turns = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
