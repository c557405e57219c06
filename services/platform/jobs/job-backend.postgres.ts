import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Scheduler } from '../clock.ts';
import { KEEP_ALIVE, SESSION_OPTIONS } from '../database.ts';
import { isDatabaseAway } from '../database-errors.ts';
import { ifProgramRole, PROGRAM_ROLE } from '../tenant-isolation.port.ts';
import { openQueue } from './bullmq-queue.ts';
import type { JobBackend } from './job-backend.port.ts';

/** One connection listens for new jobs; all queries share the other, which closes when idle. */
const CONNECTIONS = 2;
/** BullMQ repeats some queries at once after an error; this keeps it from drowning a server that starts. */
const REST_AFTER_FAILURE_MS = 250;
/** BullMQ hangs one listener on the pool for each of its objects. */
const MAX_LISTENERS = 30;

export type PostgresJobs = {
  readonly connectionString: string;
  /** Of the user who makes and upgrades the schema; default that of the connection. */
  readonly owner?: pg.Pool;
};

/** Jobs in the schema `bullmq` of a Postgres database; the schema is made and upgraded on `open`. */
export function createPostgresJobBackend(
  { connectionString, owner }: PostgresJobs,
  queueName: string,
  scheduler: Scheduler,
): JobBackend {
  return {
    description: 'BullMQ on Postgres',
    open: async (events, timing) => {
      // Not createPool: BullMQ wants pg's own types, and its functions expect the search path.
      const pool = new pg.Pool({
        connectionString,
        max: CONNECTIONS,
        ...KEEP_ALIVE,
        connectionTimeoutMillis: 10_000,
        query_timeout: 30_000,
        application_name: 'tallyboard jobs',
        options: `-c search_path=bullmq ${SESSION_OPTIONS}`,
      });
      pool.setMaxListeners(MAX_LISTENERS);
      pool.on('error', events.onError);
      // The pool does not listen to a connection in use; without a listener its loss would end the process.
      pool.on('connect', (client) => client.on('error', events.onError));
      try {
        await prepareSchema(owner ?? pool);
        const connection = unhurried(pool, scheduler);
        const opened = await openQueue(
          withBackend(createPostgresBackend),
          queueName,
          { queue: connection, worker: connection },
          events,
          timing,
        );
        return {
          ...opened,
          close: async () => {
            await opened.close();
            await pool.end();
          },
        };
      } catch (error) {
        await pool.end();
        throw error;
      }
    },
  };
}

/** Any number, the same for every process that grants: two at once would collide. */
const GRANT_LOCK = 4_711_004;
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';

/** Nothing where the program is let in. */
const ADMISSION = ifProgramRole(`
  PERFORM pg_advisory_xact_lock(${GRANT_LOCK});
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace AND relkind IN ('r', 'p')
              AND NOT has_table_privilege('${PROGRAM_ROLE}', oid, 'DELETE')) THEN
    GRANT USAGE ON SCHEMA bullmq TO ${PROGRAM_ROLE};
    GRANT ${RIGHTS} ON ALL TABLES IN SCHEMA bullmq TO ${PROGRAM_ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA bullmq TO ${PROGRAM_ROLE};
  END IF`);

async function prepareSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
    await client.query(ADMISSION);
  } finally {
    client.release(true);
  }
}

function unhurried(pool: pg.Pool, scheduler: Scheduler): PgPool & { options: pg.PoolOptions } {
  const rested = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      if (isDatabaseAway(error)) await scheduler.pause(REST_AFTER_FAILURE_MS);
      throw error;
    }
  };
  return {
    options: pool.options,
    query: async <Row>(text: string, params?: readonly unknown[]) => {
      const { rows, rowCount } = await rested(() => pool.query(text, params && [...params]));
      return { rows: rows as Row[], rowCount };
    },
    connect: () => rested(() => pool.connect()),
    end: () => pool.end(),
    on(event: string, listener: (...args: never[]) => void) {
      pool.on(event as 'error', listener as (error: Error) => void);
      return this;
    },
    removeAllListeners(event?: string) {
      pool.removeAllListeners(event);
      return this;
    },
  };
}
