import pg from 'pg';

/**
 * SQLSTATE codes by what they mean to a caller. A class is the first two characters; see
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = {
  /** Connection exceptions; the server has ended one because this process stood still in a transaction. */
  connection: /^(08|25P03$)/,
  /** The server shuts down, has crashed or still starts. */
  shutdown: /^57P0/,
  tooManyConnections: /^53300$/,
  /** Out of connections, memory or disk. */
  resources: /^53/,
  /** An operator or a time limit canceled the statement. */
  canceled: /^57/,
  lockTimeout: /^55P03$/,
  /** The server is a standby, or was just made one. */
  readOnly: /^25006$/,
  /** Deadlock or serialization failure: rolled back, and fine when repeated. */
  lostRace: /^40/,
  /** No such table, column, operator or cast; a plan whose columns changed; a value that is none of the column's type. */
  otherColumns: /^(42|0A|22)/,
  /** Too many rows, bad values, violated constraints, a row that is too large. */
  badData: /^(21|22|23|54)/,
} as const;
type SqlState = keyof typeof SQLSTATE;

const AWAY: readonly SqlState[] = ['connection', 'shutdown', 'tooManyConnections'];
const UNAVAILABLE: readonly SqlState[] = ['resources', 'canceled', 'readOnly'];
const LOST: readonly SqlState[] = ['lockTimeout', 'lostRace'];

const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];

/** Errors that pg itself throws, without a code. */
const NO_CONNECTION =
  /Connection terminated|connection is closed|is not queryable|timeout expired|timeout exceeded when trying to connect/;
const NO_ANSWER = /^(Query read timeout|Cannot use a pool after calling end)/;

/**
 * True when Postgres cannot be reached. Callers wait and repeat, so an error of a statement that would fail the
 * same way each time, for example by its time limit, does not belong here.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && NO_CONNECTION.test(error.message);
  return SOCKET_CODES.includes(code) || isOneOf(AWAY, code);
}

/** True when Postgres, or a pooler, has answered with an error, and does not end. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isOneOf(['shutdown'], codeOf(error) ?? '');
}

/** True when Postgres is away, out of resources or read-only, or took too long: no statement may work now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && NO_ANSWER.test(error.message);
  return isOneOf(UNAVAILABLE, code);
}

/** A read model is there in another version, or is still being built; until then nothing is read from it. */
export class NotReadableYet extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/**
 * True when the same statement may succeed later: also when it lost against another transaction. The event store
 * does not ask this, because it repeats the appends of such a batch by themselves.
 */
export function isTemporary(error: unknown): boolean {
  return error instanceof NotReadableYet || isDatabaseUnavailable(error) || isLostRace(error);
}

/** True when the statement waited too long for another transaction, or lost against it. */
export function isLostRace(error: unknown): boolean {
  return isOneOf(LOST, codeOf(error) ?? '');
}

/** True when a statement that is fine fails like this on a table with other columns. */
export function isOfOtherColumns(error: unknown): boolean {
  return isOneOf(['otherColumns'], codeOf(error) ?? '');
}

/** True when Postgres rejects the data of a write and always will. */
export function isBadData(error: unknown): boolean {
  return isOneOf(['badData'], codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

function isOneOf(states: readonly SqlState[], code: string): boolean {
  return states.some((state) => SQLSTATE[state].test(code));
}

/** Collects the errors of many tasks, so that one failure does not stop the others. A database outage does stop them. */
export function createErrorCollector() {
  const errors: unknown[] = [];
  return {
    async collect(task: () => Promise<unknown>): Promise<void> {
      try {
        await task();
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        errors.push(error);
      }
    },
    /** Throws the collected error, or all of them as one. */
    rethrow(): void {
      if (errors.length > 0) {
        throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several tasks failed');
      }
    },
  };
}
