import { Socket } from 'node:net';
import pg from 'pg';
import { type Cancel, type Scheduler, systemScheduler } from '../clock.ts';
import { createBackoff } from '../concurrency/backoff.ts';
import { createKeyedMutex } from '../concurrency/mutex.ts';
import { KEEP_ALIVE, SESSION_OPTIONS } from '../database.ts';
import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

const CHANNEL = 'tallyboard_live';
/** A notification may have 7,999 bytes. */
const LIMIT = 7_900;
/** A server that vanished without closing the connection is noticed within two of these. */
const PING_MS = 5_000;

/**
 * LISTEN/NOTIFY, for several processes without Redis. It has a connection of its own, which is reopened when it
 * breaks; a pool would lend it to others. Rejects when the first attempt fails.
 *
 * Each NOTIFY is a transaction of its own after the commit that it reports. In the same transaction, the lock that
 * orders notifications would serialise all appends.
 */
export async function createPostgresLiveBus(deps: {
  connectionString: string;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
  scheduler?: Scheduler;
}): Promise<LiveBus> {
  const { scheduler = systemScheduler } = deps;
  let client: pg.Client | null = null;
  const stop = new AbortController();
  /** The driver takes one statement of a connection at a time. */
  const inTurn = createKeyedMutex();

  const relay = createRelay({
    log: deps.log,
    scheduler,
    limit: LIMIT,
    async transmit(texts) {
      const current = client;
      if (!current) throw new Error('not connected');
      const notify = 'SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text';
      await inTurn('', () => current.query(notify, [CHANNEL, texts]));
    },
    async disconnect() {
      stop.abort();
      await client?.end();
    },
  });

  async function connect(): Promise<void> {
    // Our own socket, because the client's `end` would wait for an answer of a server that is gone.
    const socket = new Socket();
    const fresh = new pg.Client({
      stream: () => socket,
      connectionString: deps.connectionString,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: 5_000,
      query_timeout: PING_MS,
      application_name: 'tallyboard news',
      options: SESSION_OPTIONS,
    });
    let stopPinging: Cancel | undefined;
    let lost = false;
    const lose = (error: Error | null) => {
      stopPinging?.();
      if (lost) return;
      lost = true;
      relay.down();
      if (client === fresh) client = null;
      socket.destroy();
      if (stop.signal.aborted || !established) return;
      deps.log.warn({ err: error }, 'the live bus lost its Postgres connection');
      void reconnect();
    };
    let established = false;
    fresh.on('error', lose);
    fresh.on('end', () => lose(null));
    fresh.on('notification', ({ payload }) => relay.receive(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      lose(error as Error);
      throw error;
    }
    established = true;
    client = fresh;
    stopPinging = scheduler.every(PING_MS, () => {
      inTurn('', () => fresh.query('SELECT 1')).catch((error: Error) => lose(error));
    });
    relay.up();
  }

  async function reconnect(): Promise<void> {
    const backoff = createBackoff({ firstMs: 100, signal: stop.signal, scheduler });
    while (!stop.signal.aborted) {
      await backoff.pause();
      if (stop.signal.aborted) return;
      try {
        await connect();
        deps.log.info({}, 'the live bus is connected again');
        return;
      } catch (error) {
        deps.log.warn({ err: error }, 'the live bus cannot reach Postgres yet');
      }
    }
  }

  await connect();
  return relay.bus;
}
