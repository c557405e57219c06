import type { Kysely } from 'kysely';
import type pg from 'pg';
import { companyReadsOn, createReaderPool, queriesOn } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { ensureSchema } from '#projections/runner/schema.ts';
import type { OpenDatabase } from './open-database.ts';

/** Besides those of the owner; several processes share what a server has. */
const MOST_READERS = 12;

export type Reads = { readonly db: Kysely<ReadModels>; close(): Promise<void> };

/**
 * The read models as people ask them: behind the wall between companies. On a server that does not let us make
 * the role of the reader, or take it, the owner reads, and the start says so.
 */
export async function openReads(
  { pool, url, readerRefused }: Pick<OpenDatabase, 'pool' | 'url' | 'readerRefused'>,
  log: Pick<Log, 'warn'>,
): Promise<Reads> {
  if (readerRefused !== null) return withoutWall(pool, log, readerRefused);
  await ensureReadable(pool);
  const { connectionTimeoutMillis } = pool.options;
  const reader = createReaderPool(url, {
    max: MOST_READERS,
    ...(connectionTimeoutMillis === undefined ? {} : { connectionTimeoutMillis }),
    application_name: 'tallyboard reader',
  });
  const { rows } = await reader.query<{ role: string }>('SELECT current_user AS role');
  if (rows[0]?.role !== READER_ROLE) {
    await reader.end();
    return withoutWall(pool, log, 'the connection does not take a role; are there options in DATABASE_URL?');
  }
  return { db: companyReadsOn<ReadModels>(reader), close: () => reader.end() };
}

function withoutWall(pool: pg.Pool, log: Pick<Log, 'warn'>, reason: string): Reads {
  log.warn(
    `without row-level security: ${reason}. An administrator of the server can mend it: ` +
      `CREATE ROLE ${READER_ROLE}; GRANT ${READER_ROLE} TO <the user of DATABASE_URL>; then start again`,
  );
  return { db: queriesOn<ReadModels>(pool), close: async () => {} };
}

/** Whichever process comes first after an update: the reader may look into the schema from then on. */
async function ensureReadable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await ensureSchema(client, 'read');
  } finally {
    client.release();
  }
}
