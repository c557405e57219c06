/**
 * Runs `work` on what has gathered while the run before was under way, at most `most` at once: one statement in place of
 * many. `work` returns a result for each item, in their order. When it fails for several, each of them is tried by itself,
 * so that one does not fail the others. `rest` is what a run waits for after another one: more may gather then.
 */
export function gather<Item, Result>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  rest?: (size: number) => Promise<unknown> | undefined,
): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item } & Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'>;
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => settle([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await settle(batch);
      await rest?.(batch.length);
    }
    isRunning = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isRunning) void run();
    return promise;
  };
}
