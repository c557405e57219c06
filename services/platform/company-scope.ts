import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/**
 * Runs `work` for people of that company: whatever it asks the database through `companyReadsOn`, however far
 * down, sees rows of that company only. It is set where the session is known, so no code below can name another.
 */
export function withinCompany<Result>(companyId: string, work: () => Result): Result {
  return scope.run(companyId, work);
}

/** Undefined outside `withinCompany`. */
export function companyInScope(): string | undefined {
  return scope.getStore();
}

/** The same for what is made piece by piece, when the work that began it has long returned. */
export async function* eachWithinCompany<Piece>(
  companyId: string,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, void> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await withinCompany(companyId, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
