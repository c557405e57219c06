import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared-statements.ts';

/** bigint columns (cents, positions, counts) stay below 2^53 here, so plain numbers carry them exactly. */
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Parsers of ours only: pg's global ones are shared with BullMQ and are left alone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * A pool of connections to one Postgres. `bigint` and `numeric` come back as numbers, `date` as yyyy-mm-dd,
 * `timestamptz` as UTC ISO-8601 text.
 */
export function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, types, keepAlive: true, ...options });
  // Without a listener a connection that the server closes would end the process: one that is idle, and one
  // that somebody holds without a query under way. Whoever queries next is told.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Typed queries over a pool. Each module names only the tables it uses. */
export function queriesOn<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/** What pg says itself, without a code; the second is the rollback of a transaction whose connection broke. */
const AWAY = /Connection terminated|is not queryable|timeout exceeded when trying to connect/;

/** True for errors that mean 'Postgres is away or going away', as against a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return error instanceof Error && AWAY.test(error.message);
  return (
    /^(08|57P0|53300)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code)
  );
}
