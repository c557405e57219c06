import pg from 'pg';
import type { Log } from '#platform/log.ts';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';
import { retiredReadModels } from '../all.projections.ts';
import { isNullable, type Table, typeOf } from './table.ts';
import { LOCK_TIMEOUT_MS, patiently, wallOffTables } from './walls.ts';

/** Where the tables lie that are being read, and where a rebuild makes the next ones. */
export type Schema = 'read' | 'read_rebuild';

/** Anything that runs a statement: a pool, or one connection of it. */
export type Database = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/** Any number, the same for every process that creates these tables: two at once would collide. */
const SCHEMA_LOCK = 4_711_001;

/**
 * Any number. Held shared by each process that projects; a program of a version before shards holds it alone, so the two never
 * project at the same time.
 */
export const PROJECTING_LOCK = 4_711_002;

/** One at a time for all processes that change tables or rows by which others find their way. */
export async function inSchemaTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Makes the schema with its bookkeeping; read-model tables are made by a rebuild. Safe at any time. */
export async function ensureSchema(db: Pick<pg.ClientBase, 'query'>, schema: Schema): Promise<void> {
  // A process that stands still does not keep the lock.
  await db.query(`SET idle_session_timeout = ${STANDSTILL_MS}`);
  await db.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK]);
  try {
    await db.query(`
      CREATE SCHEMA IF NOT EXISTS ${schema};
      CREATE TABLE IF NOT EXISTS ${schema}.set_aside (
        projection text NOT NULL, position bigint NOT NULL, stream text NOT NULL, company_id text NOT NULL,
        reason text NOT NULL, at timestamptz NOT NULL DEFAULT now(), ${TYPE_COLUMN},
        PRIMARY KEY (projection, position)
      );
      ${schema === 'read' ? LIVE : SHADOWS}`);
    await addColumns(db, `${schema}.set_aside`, TYPE_COLUMN);
    if (schema === 'read') {
      await addColumns(db, 'read.leases', LEASE_COLUMNS);
      const { rows } = await db.query(`SELECT WHERE to_regclass('read.checkpoints') IS NULL`);
      if (rows.length > 0) await db.query(CHECKPOINTS);
    }
    await wallOffTables(db, schema);
  } finally {
    await db.query('SELECT pg_advisory_unlock($1)', [SCHEMA_LOCK]);
    await db.query('RESET idle_session_timeout');
  }
}

/**
 * As programs of versions before shards read their table of that name: the place of the hindmost shard. A database that is
 * not divided yet has that table.
 */
export const CHECKPOINTS = `CREATE VIEW read.checkpoints AS
  SELECT m.projection, s.position, m.version, s.generation, s.position AS event_position, s.event_id
    FROM read.models m, (SELECT * FROM read.shards ORDER BY position LIMIT 1) s`;

/** Which models a projecting process has, in which versions, and whether all of them are built. */
const LEASE_COLUMNS = 'models jsonb, is_ready boolean';

/**
 * Leases have no log: a beat waits for no disk and no standby, and after a crash of the server no session is left. The
 * rows of shards are renewed in place, by each batch.
 */
const LIVE = `
      CREATE TABLE IF NOT EXISTS read.shards (
        shard integer PRIMARY KEY, position bigint NOT NULL, event_id uuid, generation bigint NOT NULL
      ) WITH (fillfactor = 20);
      CREATE TABLE IF NOT EXISTS read.models (projection text PRIMARY KEY, version integer NOT NULL);
      CREATE UNLOGGED TABLE IF NOT EXISTS read.leases (
        name text PRIMARY KEY, backend_pid integer NOT NULL, beat_at timestamptz NOT NULL, ${LEASE_COLUMNS}
      );`;

const SHADOWS = `
      CREATE TABLE IF NOT EXISTS read_rebuild.shadows (
        projection text PRIMARY KEY, version integer NOT NULL, position bigint NOT NULL, event_id uuid,
        generation bigint NOT NULL
      ) WITH (fillfactor = 20);`;

/** The type of the event; null in a row of a version without it. */
const TYPE_COLUMN = 'type text';

const STANDSTILL_MS = 10_000;

/** For tables of older versions. Only once: it waits for everything that reads them. */
async function addColumns(
  db: Pick<pg.ClientBase, 'query'>,
  table: string,
  columns: `${string} ${string}`,
): Promise<void> {
  const [first] = columns.split(' ');
  const { rows } = await db.query('SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2', [
    table,
    first,
  ]);
  if (rows.length > 0) return;
  await patiently(db, `ALTER TABLE ${table} ADD ${columns.replaceAll(',', ', ADD')}`);
}

/** Makes the schema of the live read models. */
export async function ensureReadSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await ensureSchema(client, 'read');
  } finally {
    client.release();
  }
}

/** An empty table without its indexes. */
export function createTable(schema: Schema, table: Table): string {
  const columns = Object.entries(table.columns).map(([name, column]) => {
    // Ids are compared byte by byte whatever the language of the database; names are sorted in queries.
    const collation = typeOf(column) === 'text' ? ' COLLATE "C"' : '';
    return `${name} ${typeOf(column)}${collation}${isNullable(column) ? '' : ' NOT NULL'}`;
  });
  const name = `${schema}.${table.name}`;
  return `CREATE TABLE ${name} (${columns.join(', ')}); ${tenantIsolation(name)}`;
}

/** Its primary key. */
export function createKey(schema: Schema, table: Table): string {
  return `ALTER TABLE ${schema}.${table.name} ADD PRIMARY KEY (${table.key.join(', ')})`;
}

/**
 * Its indexes besides the key, a statement each. Named here, as Postgres would: of two that are built at the same time it
 * would give both the same name.
 */
export function createIndexes(schema: Schema, table: Table): string[] {
  const names = new Map<string, number>();
  return table.indexes.map((index) => {
    const columns = 'where' in index ? index.columns : index;
    const name = [table.name, ...columns, 'idx'].join('_');
    const same = names.get(name) ?? 0;
    names.set(name, same + 1);
    const where = 'where' in index ? ` WHERE ${index.where}` : '';
    return `CREATE INDEX IF NOT EXISTS ${name}${same || ''} ON ${schema}.${table.name} (${columns.join(', ')})${where}`;
  });
}

/**
 * Drops the tables of read models that this version of the program no longer has. Only the leader does so: while a
 * program of the version before leads, it still writes them. If a reader holds the tables, the next leader drops them.
 */
export async function dropRetired(
  client: Pick<pg.ClientBase, 'query'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const names = Object.keys(retiredReadModels);
  const tables = Object.values(retiredReadModels)
    .flat()
    .map((table) => `read.${table}`);
  const { rows: found } = await client.query(
    'SELECT FROM unnest($1::text[]) name WHERE to_regclass(name) IS NOT NULL LIMIT 1',
    [tables],
  );
  if (found.length === 0) return;
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(`DROP TABLE IF EXISTS ${tables.join(', ')}`);
    await client.query('DELETE FROM read.set_aside WHERE projection = ANY ($1)', [names]);
    await client.query('DELETE FROM read.models WHERE projection = ANY ($1)', [names]);
    await client.query('COMMIT');
    log.info({ tables }, 'dropped the tables of former read models');
  } catch (err) {
    await client.query('ROLLBACK');
    log.warn({ err, tables }, 'the tables of former read models could not be dropped yet');
  }
}

/** A connection of our own with the settings of a pool, which is not closed when it is idle. It is not open yet. */
export function connectionLike(pool: pg.Pool, name: string): pg.Client {
  const { connectionString, host, port, user, database, ssl, types, password, options } = pool.options;
  const { keepAlive, keepAliveInitialDelayMillis } = pool.options;
  const server =
    connectionString === undefined ? { host, port, user, database, password } : { connectionString };
  const common = {
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive,
    keepAliveInitialDelayMillis,
  };
  const session = { ...(options ? { options } : {}), ...(types ? { types } : {}) };
  const config = { ...server, ...common, ...session, ...(ssl === undefined ? {} : { ssl }) };
  const Client = (pool.options.Client ?? pg.Client) as typeof pg.Client;
  const client = new Client(config);
  client.on('error', () => {});
  return client;
}
