/** Runs tasks one at a time, in the order they came; a task that throws does not hold up the next. */
export function createExclusive(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => {});
    return run;
  };
}
