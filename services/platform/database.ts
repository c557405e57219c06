import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { createSemaphore } from './concurrency/mutex.ts';
import { companyInScope } from './scope.ts';
import { COMPANY_SETTING, READER_ROLE } from './tenant-isolation.port.ts';
import { createTransactionDoor, UnnamedClient } from './transaction-pooling.ts';

/** bigint columns (cents, positions, counts) stay below 2^53 here, so plain numbers carry them exactly. */
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Parsers for our pools only; BullMQ shares the global ones of pg. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * For each session, whatever the server's defaults are: what was acknowledged is durable, and a statement sees what was
 * committed before it, on which everything relies that takes a lock first. A process whose network is gone keeps no lock
 * for longer than ten seconds.
 */
export const SESSION_OPTIONS = [
  '-c synchronous_commit=on',
  '-c default_transaction_isolation=read\\ committed',
  '-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=5',
].join(' ');

/** For each connection: an idle one is asked after 5 seconds, then each second, and given up after 10 without an answer. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

export type PoolOptions = pg.PoolConfig & {
  /** Given when the address is that of a pooler that lends a connection for one transaction: the server behind it. */
  readonly behind?: pg.Pool | undefined;
};

/**
 * A pool of connections to one Postgres, or to a pooler in front of it. `bigint` and `numeric` come back as numbers,
 * `date` as yyyy-mm-dd, `timestamptz` as UTC ISO-8601 text.
 */
export function createPool(connectionString: string, { behind, ...options }: PoolOptions = {}): pg.Pool {
  const sessions = [SESSION_OPTIONS, options.options].join(' ').trim();
  const session = behind ? pooled(options) : { options: sessions };
  const pool = new pg.Pool({ connectionString, types, ...KEEP_ALIVE, ...options, ...session });
  if (behind) servers.set(pool, behind);
  // Without these listeners the process would end when the server closes a connection that runs no query. The next
  // query on it gets the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pooler keeps connections, with their names, when the process that used them has ended. */
const pooled = ({ application_name: name }: pg.PoolConfig) => ({
  Client: UnnamedClient,
  options: undefined,
  ...(name === undefined ? {} : { application_name: `pooled ${name}` }),
});

/**
 * Queries of long reads: at most so many connections of the pool at once, in the order in which they come. So readers
 * that ask for page after page take turns, and leave the others to requests.
 */
export function fewAtOnce(pool: Pick<pg.Pool, 'query'>, connections: number): Pick<pg.Pool, 'query'> {
  const inTurn = createSemaphore({ running: connections, waiting: Number.POSITIVE_INFINITY });
  const ask = pool.query.bind(pool) as (...query: unknown[]) => Promise<unknown>;
  return { query: ((...query: unknown[]) => inTurn(() => ask(...query))) as pg.Pool['query'] };
}

/** Typed queries over a pool. Each module names only the tables it uses. */
export function queriesOn<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

const ENTER = { name: 'tallyboard_enter', text: `SELECT set_config('${COMPANY_SETTING}', $1, false)` };

/**
 * Connections of the role that sees one company at a time. With `pipeline` the statement that sets the company goes
 * out together with the query after it, so row-level security costs no round trip.
 */
export function createReaderPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  return createPool(connectionString, { ...options, options: `-c role=${READER_ROLE}`, pipeline: true });
}

const servers = new WeakMap<pg.Pool, pg.Pool>();

/** For what belongs to its connection, such as locks and LISTEN: the server behind a pooler, else the pool itself. */
export function directOf(pool: pg.Pool): pg.Pool {
  return servers.get(pool) ?? pool;
}

/** Typed queries over such a pool, for use inside `withinCompany`; outside of it a query throws. */
export function companyReadsOn<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: preparing(pool, servers.has(pool) ? createTransactionDoor() : createSessionDoor()),
    }),
  });
}

/** Sends a query, with what a connection needs for it. The text is that of the query. */
export type Door = (client: pg.PoolClient, text: string, run: () => Promise<unknown>) => Promise<unknown>;

/** Remembers the company of each connection and sets another one when a query needs it, without waiting for it. */
function createSessionDoor(): Door {
  const present = new WeakMap<pg.PoolClient, string>();
  return async (client, _, run) => {
    const wanted = companyInScope();
    if (wanted === undefined) throw new Error('a tenant query ran outside withinCompany');
    if (present.get(client) === wanted) return run();
    present.set(client, wanted);
    const entering = client.query({ ...ENTER, values: [wanted] }).catch((error: unknown) => {
      present.delete(client);
      throw error;
    });
    const [, result] = await Promise.all([entering, run()]);
    return result;
  };
}

/** Runs `work` in one transaction. Its connection goes back to the pool only in a usable state. */
export async function withTransaction<Value>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query('BEGIN');
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: Error) => {
      lost = reason;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}

/** A statement is prepared after so many uses. */
const WORTH_IT = 5;
/** Each costs memory in every connection; a program has fewer frequent statements than this. */
const MOST_PREPARED = 64;
const MOST_COUNTED = 1_000;

/** The error after a table was replaced by one with other columns under a prepared statement. */
const OUTDATED_PLAN = '0A000';

/**
 * The pool for Kysely, with frequent statements prepared: Postgres then parses and plans each one once per
 * connection, which is most of the cost of a small query. Statements are told apart by their text, so write lists as
 * `= any (…)`, not as `in (…)` with a text for every length.
 *
 * @param door sends each query; without one it is sent as it is
 */
function preparing(pool: pg.Pool, door?: Door): PostgresPool {
  // Names belong to a connection, so all users of a pool share them.
  const known = pools.get(pool) ?? prepare(pool, door);
  pools.set(pool, known);
  return known;
}

const pools = new WeakMap<pg.Pool, PostgresPool>();

function prepare(pool: pg.Pool, door?: Door): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_PREPARED) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < WORTH_IT) {
      if (seen.size < MOST_COUNTED) seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    generation += 1;
    names.set(text, `tallyboard_${generation}`);
    return names.get(text);
  }

  async function query(client: pg.PoolClient, text: string, values: readonly unknown[]) {
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, [...values]);
    try {
      return await client.query({ name, text, values: [...values] });
    } catch (error) {
      if ((error as { code?: unknown }).code !== OUTDATED_PLAN) throw error;
      // The next use gets a new name, and so a new plan on every connection.
      if (names.get(text) === name) names.delete(text);
      return client.query(text, [...values]);
    }
  }

  const send = (client: pg.PoolClient, text: string, values: readonly unknown[]) =>
    door ? door(client, text, () => query(client, text, values)) : query(client, text, values);

  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client);
    if (known) return known;
    // Kysely's type also takes cursors. Only streams have them, and streams are not prepared.
    const made = {
      query: (text: string | object, values: readonly unknown[] = []) =>
        typeof text === 'string' ? send(client, text, values) : client.query(text as never),
      release: (destroy?: boolean) => client.release(destroy),
    } as unknown as PostgresPoolClient;
    clients.set(client, made);
    return made;
  }

  return { connect: async () => wrapped(await pool.connect()), end: () => pool.end(), options: pool.options };
}
