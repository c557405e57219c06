import type pg from 'pg';
import { companyOfStream } from '#contracts/events/streams.ts';
import { type Scheduler, systemScheduler } from '../../clock.ts';
import { directOf } from '../../database.ts';
import type { Log } from '../../log.ts';
import { catchUp, createWakeSignal } from '../catch-up.ts';
import { checkAppend, type EventPlace, type EventStore, EventStoreUnavailable } from '../event-store.port.ts';
import { createLogWatch, LOOK_MS, LOOK_TIMEOUT_MS, type LogSight } from '../log-watch.ts';
import { createLogTail, createNews, type TailEvent, tailEvents } from './append-news.postgres.ts';
import { createAppender } from './appender.postgres.ts';
import { type Archive, createArchive } from './archive.postgres.ts';
import type { Row } from './archive-files.ts';
import { FEW, pagesOfCompany } from './company-log.postgres.ts';
import { createDedicatedConnection } from './dedicated-connection.postgres.ts';
import { createEraser } from './eraser.postgres.ts';
import { createLogReader } from './log-reader.postgres.ts';

export type PostgresEventStoreOptions = {
  /** For reads and for waking other processes. Appends and news have a connection of their own to the same server. */
  readonly pool: pg.Pool;
  /** The address of the login that may append; default: that of `pool`. */
  readonly appendUrl?: string;
  /** Of the user who may erase events; default `pool`. */
  readonly owner?: pg.Pool;
  /** The folder of old events; undefined where nothing was ever archived. */
  readonly archiveDir?: string;
  /** Gets one sentence when the server has another log than the one that this process knows; see log-watch.ts. */
  readonly onOtherLog?: (sentence: string) => void;
  readonly log?: Log;
  readonly scheduler?: Scheduler;
};

/** How often a reader polls that gets no notification. */
const POLL_MS = 250;
const APPEND_TIMEOUT_MS = 15_000;
const TAIL_LIMITS = { events: 2000, bytes: 4 * 1024 * 1024 };

/**
 * The append connection plans its few statements once, for any size of the table: a plan made while the
 * table was empty would scan all of it later.
 */
const APPEND_SETTINGS = `
  SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off;
  SET plan_cache_mode = force_generic_plan; SET statement_timeout = ${APPEND_TIMEOUT_MS - 5000}`;

/** Events in one Postgres table, and old ones in files; needs the migrations. How and why: infra/adr/0002 and 0055. */
export function createPostgresEventStore({
  pool,
  appendUrl,
  owner = pool,
  archiveDir,
  onOtherLog,
  log,
  scheduler = systemScheduler,
}: PostgresEventStoreOptions): EventStore {
  const config = dedicatedConfig(directOf(pool));
  const bell = createWakeSignal(scheduler);
  const tail = createLogTail(TAIL_LIMITS);
  const watch = createLogWatch(onOtherLog ?? (() => {}));
  const archive = createArchive({ pool, dir: archiveDir, log });
  const reader = createLogReader(pool, archive, watch.seen);
  const eraser = createEraser(owner, archiveDir);
  const news = createNews({
    pool,
    listenConfig: config,
    bell,
    onNews(newest) {
      if (!newest) return tail.clear();
      tail.hear(newest.position);
      watch.seen(newest);
    },
    onListening() {
      tail.clear();
      void look();
    },
    // Before the next connection tells of newer events.
    onLost: watch.reconnected,
    log,
    scheduler,
  });
  const connection = createDedicatedConnection({
    config: {
      ...config,
      ...(appendUrl && { connectionString: appendUrl }),
      query_timeout: APPEND_TIMEOUT_MS,
    },
    prepare: async (client) => {
      await client.query(APPEND_SETTINGS);
      await watch.check(lookOn(client, archive));
    },
    onLost: tail.clear,
    log,
  });
  const appender = createAppender({
    connection,
    onCommitted: (committed) => {
      const events = tailEvents(committed);
      const newest = events.at(-1) as TailEvent;
      tail.add(events);
      watch.seen(newest);
      news.tell(newest);
    },
    log,
  });
  const stop = new AbortController();
  const unwatch = onOtherLog ? keepLooking() : () => {};

  async function look(): Promise<void> {
    if (!onOtherLog) return;
    await news
      .look((client) => watch.check(lookOn(client, archive)))
      .catch((err) => log?.debug({ err }, 'the log could not be looked at'));
  }

  function keepLooking(): () => void {
    pool.on('connect', watch.reconnected);
    news.listen();
    const stopLooking = scheduler.every(LOOK_MS, () => void look());
    return () => {
      stopLooking();
      pool.off('connect', watch.reconnected);
    };
  }

  return {
    description: 'Postgres',
    async append(stream, events, expected, condition) {
      checkAppend(stream, events, expected);
      if (stop.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
      return appender.append(stream, events, expected, condition);
    },
    ...reader,
    async *readCompany(companyId, { after, to }) {
      // Positions have no gaps, so few are read in one go.
      if (to - after <= FEW) {
        const all = await reader.readAll({ after, limit: FEW });
        yield all.filter(({ position, stream }) => position <= to && companyOfStream(stream) === companyId);
      } else {
        const asked = { companyId, withMisnamed: false };
        yield* pagesOfCompany(pool, asked, { after, to }, reader.readAt);
      }
    },
    count: eraser.count,
    async erase(selection) {
      const erased = await eraser.erase(selection);
      tail.clear();
      return erased;
    },
    subscribe(options) {
      news.listen();
      const readAfter = async (after: number, limit: number, isRung: boolean) =>
        (isRung ? tail.after(after, limit) : undefined) ?? (await reader.readAll({ after, limit }));
      const signal = AbortSignal.any([options.signal, stop.signal]);
      return catchUp({ readAfter, bell, pollMs: POLL_MS, log, scheduler }, { ...options, signal });
    },
    async close() {
      stop.abort();
      unwatch();
      await appender.drained();
      await Promise.all([news.close(), connection.close()]);
    },
  };
}

/** A promoted server is on another timeline, and so is one that was restored to a moment of its past. */
const LOOK = `
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN
           format('server %s, timeline %s', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8))
         END AS server,
         ARRAY(SELECT position || ' ' || id FROM events WHERE position = ANY ($1::bigint[])) AS found,
         (SELECT position || ' ' || id FROM events ORDER BY position DESC LIMIT 1) AS newest
    FROM pg_control_system()`;
type Sighted = { readonly server: string | null; readonly found: string[]; readonly newest: string | null };

function lookOn(client: pg.Client, archive: Archive) {
  return async (places: readonly EventPlace[]): Promise<LogSight> => {
    const positions = places.map(({ position }) => position);
    const query = { text: LOOK, values: [positions], query_timeout: LOOK_TIMEOUT_MS };
    const { server, found, newest } = (await client.query<Sighted>(query)).rows[0] as Sighted;
    if (server === null) throw new EventStoreUnavailable('Postgres is a standby');
    const [position = '', id = ''] = newest?.split(' ') ?? [];
    const isFound = ({ position, id }: EventPlace) => found.includes(`${position} ${id.toLowerCase()}`);
    const gone = places.filter((place) => !isFound(place));
    const archived =
      gone.length === 0 ? [] : await archive.at(gone.map(({ position }) => position).sort((a, b) => a - b));
    return {
      server,
      missing: gone.find(({ position, id }) => !archived.some((row) => isRowOf(row, position, id))),
      newest: newest === null ? undefined : { position: Number(position), id },
    };
  };
}

const isRowOf = ([at, , , id]: Row, position: number, of: string) =>
  Number(at) === position && id === of.toLowerCase();

/** The pool's connection settings, without those of the pool itself. */
function dedicatedConfig(pool: pg.Pool): pg.ClientConfig {
  const { max, min, idleTimeoutMillis, connectionTimeoutMillis, ...config } = pool.options;
  // pg makes a separate password non-enumerable, so a spread does not copy it.
  return pool.options.password === undefined ? config : { ...config, password: pool.options.password };
}
