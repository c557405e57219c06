import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/**
 * Runs `work` for a company: all its queries through `companyReadsOn`, however deep, see rows of that company only.
 * The scope is set where the session is known, so that no code below can name another company.
 */
export function withinCompany<Result>(companyId: string, work: () => Result): Result {
  return scope.run(companyId, work);
}

/** Undefined outside `withinCompany`. */
export function companyInScope(): string | undefined {
  return scope.getStore();
}

/** The same for a stream that is read piece by piece after the work that began it has returned. */
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
