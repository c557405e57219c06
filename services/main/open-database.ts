import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { ensureReaderRole, migrate } from '#infra/postgres/migrate.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { companyReadsOn, createPool, createReaderPool, directOf, queriesOn } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Log } from '#platform/log.ts';
import { withinCompany } from '#platform/scope.ts';
import { guardQueries, type QueryGuard } from '#platform/statements.ts';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import { CliError } from '#platform/terminal.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { ensureReadSchema } from '#projections/runner/schema.ts';

export type OpenDatabase = {
  readonly pool: pg.Pool;
  readonly url: string;
  /** Of the server behind a pooler; else the same as `url`. */
  readonly directUrl: string;
  /** True when this process runs the embedded server. */
  readonly isOurs: boolean;
  /** The server's message when the role of the reader could not be created; null when it exists. */
  readonly readerRefused: string | null;
  /** Pid of the embedded server that this process runs, else undefined. */
  readonly serverPid: () => number | undefined;
};

type ConnectedDatabase = Omit<OpenDatabase, 'readerRefused'>;

/**
 * At most: with the readers, the connections for appends, news, jobs, live bus and projections a process has 15, and
 * behind a pooler 11, with 9 of the pooler's. Queries take a millisecond, so five of them keep a processor busy.
 */
const POOL = {
  max: 5,
  // A request without a connection is refused after this time instead of left to hang.
  connectionTimeoutMillis: 5000,
  application_name: 'tallyboard',
};
/** The database server may start later than this process. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 300;

type Surroundings = { readonly lifecycle: Lifecycle; readonly scheduler: Scheduler };

/** The database of this configuration with every migration applied. */
export async function openDatabase(
  config: Config,
  surroundings: Surroundings & { readonly log: Log },
): Promise<OpenDatabase> {
  const database = await connectDatabase(config, surroundings);
  const { log, scheduler } = surroundings;
  return { ...database, readerRefused: await prepare(directOf(database.pool), { log, scheduler }) };
}

/** The database of this configuration as it is. */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'dataDir'>,
  surroundings: Surroundings,
): Promise<ConnectedDatabase> {
  if (config.databaseUrl !== undefined) return connectServer(config.databaseUrl, config, surroundings);
  const { lifecycle, scheduler } = surroundings;
  const local = await openLocalDatabase(config.dataDir);
  lifecycle.opened('embedded Postgres', local.stop);
  const pool = createPool(local.url, { ...POOL, scheduler });
  lifecycle.opened('connections', () => pool.end());
  await ensureDurable(pool, local.url, 'DATABASE_URL');
  return {
    pool,
    url: local.url,
    directUrl: local.url,
    isOurs: local.started,
    serverPid: () => (local.started ? local.pid() : undefined),
  };
}

/** A server, and perhaps a pooler in front of it. */
async function connectServer(
  url: string,
  { directDatabaseUrl }: Pick<Config, 'directDatabaseUrl'>,
  { lifecycle, scheduler }: Surroundings,
): Promise<ConnectedDatabase> {
  const name = directDatabaseUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const directUrl = directDatabaseUrl ?? url;
  const direct = createPool(directUrl, { ...POOL, scheduler });
  lifecycle.opened('connections', () => direct.end());
  await untilReachable(direct, directUrl, name, scheduler);
  await ensureDurable(direct, directUrl, name);
  const pool =
    directDatabaseUrl === undefined ? direct : createPool(url, { ...POOL, behind: direct, scheduler });
  if (pool !== direct) {
    lifecycle.opened('connections to the pooler', () => pool.end());
    await untilReachable(pool, url, 'DATABASE_URL', scheduler);
    await ensureDurable(pool, url, 'DATABASE_URL');
    await ensureSame(pool, direct);
  }
  return { pool, url, directUrl, isOurs: false, serverPid: () => undefined };
}

/**
 * Creates the role before the tables, because a new table grants access only to an existing role. Returns the server's
 * message when it could not be created, else null.
 */
export async function prepare(
  pool: pg.Pool,
  options?: Parameters<typeof migrate>[1],
): Promise<string | null> {
  const refused = await ensureReaderRole(pool);
  await migrate(pool, options);
  return refused;
}

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

async function untilReachable(
  pool: pg.Pool,
  url: string,
  name: Variable,
  scheduler: Scheduler,
): Promise<void> {
  const deadline = scheduler.now() + PATIENCE_MS;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (cause) {
      const { message } = cause as Error;
      const wantsDirect = message.includes(POOLER_REFUSES);
      if (isDatabaseAway(cause) && !wantsDirect && scheduler.now() < deadline) {
        await scheduler.pause(RETRY_MS);
        continue;
      }
      const { host } = new URL(url);
      const hint = wantsDirect ? '; in front of a pooler, set DATABASE_DIRECT_URL, too' : '';
      throw new CliError(`${name}: ${host} says: ${message}${hint}`, { cause });
    }
  }
}

/** PgBouncer's words for the settings of a session. */
const POOLER_REFUSES = 'unsupported startup parameter: options';

/** Rows of one server and locks of another would be no protection. */
async function ensureSame(pool: pg.Pool, direct: pg.Pool): Promise<void> {
  const [behind, given] = await Promise.all([pool, direct].map(installationOf));
  if (behind !== given)
    throw new CliError('DATABASE_DIRECT_URL takes the server and database behind DATABASE_URL');
}

/**
 * What our sessions must have, the usual value first. The last two are set by each session; options in the URL or a
 * pooler can undo that.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
  default_transaction_isolation: ['read committed', 'read uncommitted'],
};

/** A server that loses what it has acknowledged, or that does not see the newest commits, would do so in silence. */
async function ensureDurable(pool: pg.Pool, url: string, name: Variable): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
    [Object.keys(NEEDED)],
  );
  const wrong = rows.filter(({ name, setting }) => !NEEDED[name]?.includes(setting));
  if (wrong.length === 0) return;
  const said = wrong.map(({ name, setting }) => `${name} = ${setting} instead of ${NEEDED[name]?.[0]}`);
  throw new CliError(
    `${name}: ${new URL(url).host} has ${said.join(', ')}; with it, what was acknowledged can be lost`,
  );
}

/** In addition to the owner's connections. Several processes share the connections of a server. */
const MOST_READERS = 4;

export type Reads = { readonly db: Kysely<ReadModels>; close(): Promise<void> };

/**
 * The read models for requests, with row-level security. If the server does not allow the role of the reader, the
 * owner reads without it, and a warning is logged.
 */
export async function openReads(
  { pool, url, readerRefused }: Pick<OpenDatabase, 'pool' | 'url' | 'readerRefused'>,
  { log, scheduler }: { readonly log: Pick<Log, 'warn'>; readonly scheduler: Scheduler },
  guard: QueryGuard,
): Promise<Reads> {
  if (readerRefused !== null) return withoutWall(pool, log, readerRefused);
  // The first process after an update creates the schema and grants the reader access to it.
  await ensureReadSchema(directOf(pool));
  const { connectionTimeoutMillis } = pool.options;
  const reader = createReaderPool(url, {
    max: MOST_READERS,
    behind: directOf(pool) === pool ? undefined : directOf(pool),
    ...(connectionTimeoutMillis === undefined ? {} : { connectionTimeoutMillis }),
    ...{ application_name: 'tallyboard reads', scheduler },
  });
  guardQueries(reader, guard);
  const db = companyReadsOn<ReadModels>(reader);
  const { rows } = await withinCompany('', () =>
    sql<{ role: string }>`SELECT current_user AS role`.execute(db),
  );
  if (rows[0]?.role !== READER_ROLE) {
    await reader.end();
    return withoutWall(pool, log, 'the connection does not take a role; are there options in DATABASE_URL?');
  }
  return { db, close: () => reader.end() };
}

function withoutWall(pool: pg.Pool, log: Pick<Log, 'warn'>, reason: string): Reads {
  log.warn(
    `without row-level security: ${reason}. An administrator of the server can mend it: ` +
      `CREATE ROLE ${READER_ROLE}; GRANT ${READER_ROLE} TO <the user of DATABASE_URL>; then start again`,
  );
  return { db: queriesOn<ReadModels>(pool), close: async () => {} };
}

/** An id of the installation from its database, for servers that several installations share. */
export async function installationOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT substr(md5(system_identifier::text || current_database()), 1, 12) AS id FROM pg_control_system()`,
  );
  return `tallyboard-${rows[0]?.id}`;
}
