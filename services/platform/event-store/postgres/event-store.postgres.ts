import type pg from 'pg';
import type { Log } from '../../log.ts';
import { catchUp } from '../catch-up.ts';
import { createDedicatedConnection } from '../dedicated-connection.ts';
import { type EventStore, EventStoreUnavailable } from '../event-store.port.ts';
import { createLogTail, type TailEvent } from '../log-tail.ts';
import { checkAppend } from '../new-append.ts';
import { createWakeSignal } from '../wake-signal.ts';
import { createNews } from './append-notices.postgres.ts';
import { type Committed, createAppender } from './appender.postgres.ts';
import { createEraser } from './eraser.postgres.ts';
import { createLogReader } from './log-reader.postgres.ts';

export type PostgresEventStoreOptions = {
  /** For reads and for waking other processes. Appends have a connection of their own to the same server. */
  readonly pool: pg.Pool;
  /** Where to LISTEN, if the pool goes through something that cannot (a transaction pooler). */
  readonly listen?: string;
  readonly log?: Log;
};

/** How often a reader polls that gets no notification. */
const POLL_MS = 1000;
const APPEND_TIMEOUT_MS = 15_000;
const TAIL_LIMITS = { events: 2000, bytes: 4 * 1024 * 1024 };

/**
 * The append connection plans its few statements once, for any size of the table: a plan made while the
 * table was empty would scan all of it later.
 */
const APPEND_SETTINGS = `
  SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off;
  SET plan_cache_mode = force_generic_plan; SET statement_timeout = ${APPEND_TIMEOUT_MS - 5000}`;

/** Events in one Postgres table; needs migration 001. How and why: infra/adr/0002. */
export function createPostgresEventStore({ pool, listen, log }: PostgresEventStoreOptions): EventStore {
  const bell = createWakeSignal();
  const tail = createLogTail(TAIL_LIMITS);
  const reader = createLogReader(pool);
  const eraser = createEraser(pool);
  const news = createNews({
    pool,
    listenConfig: listen ? { connectionString: listen } : dedicatedConfig(pool),
    bell,
    log,
  });
  const connection = createDedicatedConnection({
    config: { ...dedicatedConfig(pool), query_timeout: APPEND_TIMEOUT_MS },
    prepare: (client) => client.query(APPEND_SETTINGS),
    log,
  });
  const appender = createAppender({
    connection,
    onCommitted: (committed) => {
      tail.add(tailEvents(committed));
      news.tell();
    },
    log,
  });
  const stop = new AbortController();

  return {
    description: 'Postgres',
    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      if (stop.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
      return appender.append(stream, events, expected, condition);
    },
    ...reader,
    count: eraser.count,
    async erase(selection) {
      const erased = await eraser.erase(selection);
      tail.clear();
      return erased;
    },
    subscribe(options) {
      news.listen();
      const readAfter = async (after: number, limit: number) =>
        tail.after(after, limit) ?? (await reader.readAll({ after, limit }));
      const signal = AbortSignal.any([options.signal, stop.signal]);
      return catchUp({ readAfter, bell, pollMs: POLL_MS, log }, { ...options, signal });
    },
    async close() {
      stop.abort();
      await appender.drained();
      await Promise.all([news.close(), connection.close()]);
    },
  };
}

/** The pool's connection settings, without those of the pool itself. */
function dedicatedConfig(pool: pg.Pool): pg.ClientConfig {
  const { max, min, idleTimeoutMillis, connectionTimeoutMillis, ...config } = pool.options;
  // pg makes a separate password non-enumerable, so a spread does not copy it.
  return pool.options.password === undefined ? config : { ...config, password: pool.options.password };
}

function tailEvents({ appends, recordedAt }: Committed): TailEvent[] {
  return appends.flatMap(({ encoded, last }) => {
    const { ids } = encoded;
    return ids.map((id, index) => ({
      id,
      stream: encoded.stream,
      revision: last.revision - ids.length + 1 + index,
      position: last.position - ids.length + 1 + index,
      type: encoded.types[index] as string,
      version: encoded.versions[index] as number,
      data: encoded.data[index] as string,
      metadata: encoded.metadata[index] as string,
      recordedAt,
    }));
  });
}
