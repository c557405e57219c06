import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { prepare } from '#infra/postgres/migrate.ts';
import { admitRoles, keepWithdrawing } from '#infra/postgres/rights.ts';
import type { Scheduler } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { companyReadsOn, createPool, createReaderPool, directOf, queriesOn } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Log } from '#platform/log.ts';
import { withinCompany } from '#platform/scope.ts';
import { guardQueries, type QueryGuard } from '#platform/statements.ts';
import {
  APPENDER_ROLE,
  type Logins,
  MAILER_ROLE,
  PROGRAM_ROLE,
  READER_ROLE,
  SEALER_ROLE,
} from '#platform/tenant-isolation.port.ts';
import { CliError } from '#platform/terminal.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { ensureReadSchema } from '#projections/runner/schema.ts';
import { type Addresses, addressFor, findLogins, overruled, sayShared } from './logins.ts';

/** Where the database is, for the user of DATABASE_URL. */
type ConnectedDatabase = Addresses & {
  /**
   * That user, to whom the tables belong, on the server itself: migrations, read models, erasure, and the commands of
   * rescue. Few at once.
   */
  readonly owner: pg.Pool;
  /** True when this process runs the embedded server. */
  readonly isOurs: boolean;
  /** Pid of the embedded server that this process runs, else undefined. */
  readonly serverPid: () => number | undefined;
};

export type OpenDatabase = ConnectedDatabase & {
  /** Of all else. By its login the log and the seals are not written, and no mail is read. */
  readonly pool: pg.Pool;
  /** Writes links and seals; on the server itself, and so does the next. */
  readonly sealing: pg.Pool;
  /** Reads and sends mails. */
  readonly mailing: pg.Pool;
  /** As whom events are appended. */
  readonly appendUrl: string;
  /** As whom `pool` connects to the server itself. */
  readonly programUrl: string;
  /** As whom people read. */
  readonly readerUrl: string;
  /** Null without them, when the owner does everything. */
  readonly logins: Logins | null;
  /** Why people read without row-level security; null when they read with it. */
  readonly readerRefused: string | null;
};

/**
 * At most: with the readers, those of the owner, and the connections for appends, seals, mail, news, jobs, live bus and
 * projections a process has 21, and behind a pooler 17, with 9 of the pooler's. Queries take a millisecond, so five of them keep a
 * processor busy.
 */
const POOL = {
  max: 5,
  // A request without a connection is refused after this time instead of left to hang.
  connectionTimeoutMillis: 5000,
  application_name: 'tallyboard',
};
const OWNERS = { ...POOL, max: 3, application_name: 'tallyboard owner' };
/** The database server may start later than this process. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 300;

type Surroundings = { readonly lifecycle: Lifecycle; readonly scheduler: Scheduler };

/** The database of this configuration with every migration applied. Throws CliError in production without own logins. */
export async function openDatabase(
  config: Config,
  surroundings: Surroundings & { readonly log: Log },
): Promise<OpenDatabase> {
  const database = await connectDatabase(config, surroundings);
  const { lifecycle, log, scheduler } = surroundings;
  const { owner, url, directUrl } = database;
  const rolesRefused = (await prepare(owner, { log, scheduler })) ?? overruled(directUrl);
  await admitRoles(owner, scheduler);
  lifecycle.opened('rights of the program', keepWithdrawing(owner, scheduler));
  // The first process after an update creates the schema and lets the roles in.
  await ensureReadSchema(owner);
  const found =
    overruled(directUrl) ?? (await findLogins(database, { owner, given: config.logins, scheduler }));
  const logins = typeof found === 'string' ? null : found;
  const readerRefused = logins ? null : rolesRefused;
  if (typeof found === 'string') sayShared(found, { config, log, readerRefused });
  const as = (role: keyof Logins, address: string) => (logins ? addressFor(logins[role], address) : address);
  const programUrl = as(PROGRAM_ROLE, directUrl);
  const direct = createPool(programUrl, { ...POOL, scheduler });
  lifecycle.opened('connections of the program', () => direct.end());
  const pool =
    url === directUrl ? direct : createPool(as(PROGRAM_ROLE, url), { ...POOL, behind: direct, scheduler });
  if (pool !== direct) {
    lifecycle.opened('connections to the pooler', () => pool.end());
    await untilReachable(pool, url, 'DATABASE_URL', scheduler);
    await ensureDurable(pool, url, 'DATABASE_URL');
    await ensureSame(pool, direct);
  }
  const ofRole = (role: keyof Logins, max: number, otherwise: pg.Pool): pg.Pool => {
    if (!logins) return otherwise;
    const name = role.replace('_', ' ');
    const own = createPool(as(role, directUrl), { ...POOL, max, application_name: name, scheduler });
    lifecycle.opened(`connections of ${name}`, () => own.end());
    return own;
  };
  return {
    ...{ ...database, pool, programUrl, logins, readerRefused },
    // The chains are written one batch after the other, and beside them the seals of a day.
    sealing: ofRole(SEALER_ROLE, 2, owner),
    mailing: ofRole(MAILER_ROLE, 1, direct),
    appendUrl: as(APPENDER_ROLE, directUrl),
    readerUrl: as(READER_ROLE, url),
  };
}

/** The database of this configuration as it is. */
export async function connectDatabase(
  config: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'dataDir'>,
  surroundings: Surroundings,
): Promise<ConnectedDatabase> {
  const { lifecycle, scheduler } = surroundings;
  if (config.databaseUrl !== undefined) {
    const name = config.directDatabaseUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    const directUrl = config.directDatabaseUrl ?? config.databaseUrl;
    const owner = createPool(directUrl, { ...OWNERS, scheduler });
    lifecycle.opened('connections', () => owner.end());
    await untilReachable(owner, directUrl, name, scheduler);
    await ensureDurable(owner, directUrl, name);
    return { owner, url: config.databaseUrl, directUrl, isOurs: false, serverPid: () => undefined };
  }
  const local = await openLocalDatabase(config.dataDir);
  lifecycle.opened('embedded Postgres', local.stop);
  const owner = createPool(local.url, { ...OWNERS, scheduler });
  lifecycle.opened('connections', () => owner.end());
  await ensureDurable(owner, local.url, 'DATABASE_URL');
  const serverPid = () => (local.started ? local.pid() : undefined);
  return { owner, url: local.url, directUrl: local.url, isOurs: local.started, serverPid };
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
  server_encoding: ['UTF8'],
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
  default_transaction_isolation: ['read committed', 'read uncommitted'],
};

/**
 * A server that loses what it has acknowledged, or that does not see the newest commits, would do so in silence. A database
 * with another encoding has no place for some names.
 */
async function ensureDurable(pool: pg.Pool, url: string, name: Variable): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
    [Object.keys(NEEDED)],
  );
  const wrong = rows.filter(({ name, setting }) => !NEEDED[name]?.includes(setting));
  if (wrong.length === 0) return;
  const said = wrong.map(({ name, setting }) => `${name} = ${setting} instead of ${NEEDED[name]?.[0]}`);
  const isOnlyEncoding = wrong.every(({ name }) => name === 'server_encoding');
  const result = isOnlyEncoding ? 'not every name can be stored' : 'what was acknowledged can be lost';
  throw new CliError(`${name}: ${new URL(url).host} has ${said.join(', ')}; with it, ${result}`);
}

/** In addition to the other connections. Several processes share those of a server. */
const MOST_READERS = 4;

export type Reads = { readonly db: Kysely<ReadModels>; close(): Promise<void> };

/** The read models for requests, with row-level security if the server allows it. */
export async function openReads(
  { pool, readerUrl, readerRefused }: Pick<OpenDatabase, 'pool' | 'readerUrl' | 'readerRefused'>,
  { scheduler }: { readonly scheduler: Scheduler },
  guard: QueryGuard,
): Promise<Reads> {
  if (readerRefused !== null) return { db: queriesOn<ReadModels>(pool), close: async () => {} };
  const { connectionTimeoutMillis } = POOL;
  const reader = createReaderPool(readerUrl, {
    max: MOST_READERS,
    behind: directOf(pool) === pool ? undefined : directOf(pool),
    ...{ connectionTimeoutMillis, application_name: 'tallyboard reads', scheduler },
  });
  guardQueries(reader, guard);
  const db = companyReadsOn<ReadModels>(reader);
  const { rows } = await withinCompany('', () =>
    sql<{ role: string }>`SELECT current_user AS role`.execute(db),
  );
  if (rows[0]?.role === READER_ROLE) return { db, close: () => reader.end() };
  await reader.end();
  throw new Error('a connection of readers does not take its role');
}

/** An id of the installation from its database, for servers that several installations share. */
export async function installationOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT substr(md5(system_identifier::text || current_database()), 1, 12) AS id FROM pg_control_system()`,
  );
  return `tallyboard-${rows[0]?.id}`;
}
