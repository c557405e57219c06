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
