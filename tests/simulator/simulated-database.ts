import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '#platform/database.ts';
import { withDatabase } from '#tests/support/servers/postgres-server.ts';

/** A database that can be put back to a former state. Each seed has a company of its own in it. */
export type SimulatedDatabase = Awaited<ReturnType<typeof createSimulatedDatabase>>;

export async function createSimulatedDatabase() {
  const template = inject('templateDatabase');
  const name = `simulated_${randomUUID().replaceAll('-', '')}`;
  const copy = `${name}_copy`;
  const server = createPool(inject('postgresUrl'), { max: 1 });
  const url = withDatabase(inject('postgresUrl'), name);
  await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);

  // A connection for each question would cost more than the questions.
  let pool = createPool(url, { max: 1 });

  async function onConnection<Value>(work: (db: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const db = await pool.connect();
    try {
      return await work(db);
    } finally {
      db.release();
    }
  }

  async function disconnect(): Promise<void> {
    await pool.end();
    pool = createPool(url, { max: 1 });
  }

  return {
    url,
    server,
    query: <Row extends pg.QueryResultRow>(sql: string) => onConnection((db) => db.query<Row>(sql)),
    /** Where the projections are, as JSON. */
    checkpoints: () =>
      onConnection(async (db) => {
        const { rows } = await db.query<{ all: string }>(
          'SELECT json_agg(s)::text AS all FROM read.shards s',
        );
        return rows[0]?.all ?? '[]';
      }),
    setCheckpoints: (checkpoints: string) =>
      onConnection((db) =>
        db.query(
          `UPDATE read.shards s SET position = e.position, event_id = e.event_id
             FROM json_populate_recordset(NULL::read.shards, $1) e WHERE s.shard = e.shard`,
          [checkpoints],
        ),
      ),
    /** `events` are those of the company only. */
    ofCompany: <Value>(companyId: string, work: (db: pg.ClientBase) => Promise<Value>): Promise<Value> =>
      onConnection(async (db) => {
        await db.query(
          `CREATE TEMP TABLE events AS SELECT * FROM public.events WHERE position = ANY (
             string_to_array(positions_of_company('${companyId}', -1, 1000000000, 1000000, false), ',')::bigint[])`,
        );
        try {
          return await work(db);
        } finally {
          await db.query('DROP TABLE pg_temp.events');
        }
      }),
    /** Only while the processes do not connect. */
    async keepCopy(): Promise<void> {
      await disconnect();
      await server.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
      await server.query(`DROP DATABASE IF EXISTS ${copy}`);
      await server.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
    },
    async putCopyBack(): Promise<void> {
      await disconnect();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`ALTER DATABASE ${copy} RENAME TO ${name}`);
    },
    async drop(): Promise<void> {
      await pool.end();
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.query(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
      await server.end();
    },
  };
}
