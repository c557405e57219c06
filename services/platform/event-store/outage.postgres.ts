import { isDatabaseAway } from '../database.ts';
import { EventStoreUnavailable } from './event-store.port.ts';

/** Shutting down, out of space or connections, cancelled, or a standby that takes no writes. */
const NOT_NOW = /^(53|57|25006)/;

/** Errors of pg itself that have no code: the connection went, or an answer did not come. */
const NO_ANSWER =
  /Connection terminated|Query read timeout|connection is closed|not queryable|timeout expired/;

export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return isDatabaseAway(error) || NOT_NOW.test(String(code)) || (!code && NO_ANSWER.test(String(message)));
}

/** EventStoreUnavailable for an outage, the error itself for a bug. */
export function outageOr(error: unknown): unknown {
  if (!isOutage(error)) return error;
  return new EventStoreUnavailable(`Postgres does not answer: ${(error as Error).message}`, { cause: error });
}
