import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Cancel, type Scheduler, systemScheduler } from './clock.ts';
import { createSemaphore } from './concurrency/mutex.ts';
import { isRefused } from './database-errors.ts';
import { createSessionDoor, createTransactionDoor, preparing, UnnamedClient } from './statements.ts';
import { READER_ROLE } from './tenant-isolation.port.ts';

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
 * committed before it, on which everything relies that takes a lock first. A process that stands still or whose network is
 * gone keeps no lock for longer than ten seconds.
 */
export const SESSION_OPTIONS = [
  '-c synchronous_commit=on',
  '-c default_transaction_isolation=read\\ committed',
  '-c idle_in_transaction_session_timeout=10000',
  '-c tcp_user_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=5',
].join(' ');

/** For each connection: an idle one is asked after 5 seconds, then each second, and given up after 10 without an answer. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

export type PoolOptions = pg.PoolConfig & {
  /** Given when the address is that of a pooler that lends a connection for one transaction: the server behind it. */
  readonly behind?: pg.Pool | undefined;
  readonly scheduler?: Scheduler;
};

/**
 * A pool of connections to one Postgres, or to a pooler in front of it. `bigint` and `numeric` come back as numbers,
 * `date` as yyyy-mm-dd, `timestamptz` as UTC ISO-8601 text.
 */
export function createPool(
  connectionString: string,
  { behind, scheduler, ...options }: PoolOptions = {},
): pg.Pool {
  const sessions = [SESSION_OPTIONS, options.options].join(' ').trim();
  const config = {
    ...{ connectionString, types, ...KEEP_ALIVE, ...options },
    ...(behind ? pooled(options) : { options: sessions }),
  };
  const watch = createSilenceWatch(config, { knowsBackends: !behind, scheduler });
  const Base: typeof pg.Client = behind ? UnnamedClient : pg.Client;
  const Client = class extends Base {
    constructor(given?: string | pg.ClientConfig) {
      super(given);
      watch(this);
    }
  };
  const pool = new pg.Pool({ ...config, Client });
  if (behind) servers.set(pool, behind);
  // Without these listeners the process would end when the server closes a connection that runs no query. The next
  // query on it gets the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pooler keeps connections, with their names, when the process that used them has ended. */
const pooled = ({ application_name: name }: pg.PoolConfig) => ({
  options: undefined,
  ...(name === undefined ? {} : { application_name: `pooled ${name}` }),
});

/** Milliseconds without a byte before a statement is asked after; to connect for that, and its answer, may take as long each. */
const SILENT_MS = 5000;
const LOOK_MS = 1000;

const WORKING = `SELECT pid FROM pg_stat_activity WHERE coalesce(state, '') NOT LIKE 'idle%'`;

/** Nothing is known of the server when its name cannot be looked up, or this process may open no more files. */
const OURS = new Set(['EAI_AGAIN', 'ENOTFOUND', 'EMFILE', 'ENFILE']);

/** What pg's types leave out. */
type Wire = {
  /** False while a statement waits for its answer; undefined until the connection is open. */
  readonly readyForQuery: boolean | undefined;
  readonly processID: number;
  readonly connection: { readonly stream: Socket };
};
type Watching = {
  /** False behind a pooler: it is asked only whether it answers. */
  readonly knowsBackends: boolean;
  readonly scheduler?: Scheduler | undefined;
};

/**
 * Ends each given connection whose statement is silent while the server does not work on it or cannot be reached: its
 * network is gone. What waits for it fails as after any lost connection, at most sixteen seconds after its last byte. A
 * statement that the server works on is left alone, however long it takes, and so is each while the server refuses to tell.
 */
function createSilenceWatch(
  server: pg.ClientConfig,
  { knowsBackends, scheduler = systemScheduler }: Watching,
): (client: pg.ClientBase) => void {
  const heard = new Map<Wire, { bytes: number; at: number }>();
  let stop: Cancel = () => {};
  let isAsking = false;
  const bytesOf = ({ connection: { stream } }: Wire) => stream.bytesRead + stream.bytesWritten;

  async function ask(): Promise<ReadonlySet<number> | 'unknown'> {
    const began = scheduler.now();
    // Without options: the role of a reader does not see what others do.
    const limits = { connectionTimeoutMillis: SILENT_MS, query_timeout: SILENT_MS };
    const asking = new pg.Client({ ...server, options: '', ...limits, application_name: 'tallyboard asks' });
    asking.on('error', () => {});
    try {
      await asking.connect();
      if (!knowsBackends) return 'unknown';
      const { rows } = await asking.query<{ pid: number }>(WORKING);
      const working = new Set(rows.map(({ pid }) => pid));
      // A proxy that makes up process ids makes up that of the question, too.
      return working.has((asking as unknown as Wire).processID) ? working : 'unknown';
    } catch (error) {
      const isOurs = isRefused(error) || OURS.has((error as NodeJS.ErrnoException).code ?? '');
      // Later than any answer may come: this process stood still.
      return isOurs || scheduler.now() - began > 2 * SILENT_MS + LOOK_MS ? 'unknown' : new Set();
    } finally {
      void asking.end();
    }
  }

  async function look(): Promise<void> {
    const now = scheduler.now();
    for (const [wire, last] of heard) {
      // What has come and is not read yet waits for us: a COPY to a slow disk.
      const isUnread = wire.connection.stream.readableLength > 0;
      if (wire.readyForQuery !== false || isUnread || bytesOf(wire) !== last.bytes)
        heard.set(wire, { bytes: bytesOf(wire), at: now });
    }
    const silent = [...heard].filter(([, { at }]) => now - at >= SILENT_MS);
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const working = await ask();
    isAsking = false;
    for (const [wire, { bytes }] of silent)
      if (working !== 'unknown' && !working.has(wire.processID) && bytesOf(wire) === bytes)
        wire.connection.stream.destroy();
  }

  return (client) => {
    const wire = client as unknown as Wire;
    if (heard.size === 0) stop = scheduler.every(LOOK_MS, () => void look());
    heard.set(wire, { bytes: 0, at: scheduler.now() });
    client.on('end', () => {
      heard.delete(wire);
      if (heard.size === 0) stop();
    });
  };
}

/**
 * Queries of long reads: at most so many connections of the pool at once, in the order in which they come. So readers
 * that ask for page after page take turns, and leave the others to requests.
 */
export function fewAtOnce(pool: Pick<pg.Pool, 'query'>, connections: number): Pick<pg.Pool, 'query'> {
  const inTurn = createSemaphore({ running: connections, waiting: Number.POSITIVE_INFINITY });
  const ask = pool.query.bind(pool) as (...query: unknown[]) => Promise<unknown>;
  return { query: ((...query: unknown[]) => inTurn(() => ask(...query))) as pg.Pool['query'] };
}

/** The connection of a transaction, in either form. */
export type Statements = Pick<Kysely<unknown>, 'executeQuery'> | Pick<pg.ClientBase, 'query'>;

/** Runs one statement in the transaction of the caller. */
export async function run(on: Statements, text: string, values: unknown[]): Promise<void> {
  if ('executeQuery' in on) await on.executeQuery(CompiledQuery.raw(text, values));
  else await on.query(text, values);
}

/** Typed queries over a pool. Each module names only the tables it uses. */
export function queriesOn<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

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
