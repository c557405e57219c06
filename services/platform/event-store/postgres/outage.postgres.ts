import { isDatabaseUnavailable } from '../../database-errors.ts';
import { EventStoreUnavailable } from '../event-store.port.ts';

/** EventStoreUnavailable for an outage, the error itself for a bug. */
export function outageOr(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return new EventStoreUnavailable(`Postgres does not answer: ${(error as Error).message}`, { cause: error });
}
