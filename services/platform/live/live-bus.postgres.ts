import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

const CHANNEL = 'tallyboard_live';
/** A notification may have 7,999 bytes. */
const LIMIT = 7_900;
/** A server that vanished without a word is noticed within two of these. */
const PING_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;

/**
 * LISTEN/NOTIFY, for several processes without Redis. One connection of its own (notifications die with it,
 * a pool would hand it to others), remade when it breaks. Rejects when the first attempt fails.
 *
 * Each NOTIFY is a transaction of its own after the commit it tells of: inside it, the lock that orders
 * notifications would serialise every append.
 */
export async function createPostgresLiveBus(deps: {
  connectionString: string;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
}): Promise<LiveBus> {
  let client: pg.Client | null = null;
  let closed = false;

  const relay = createRelay({
    log: deps.log,
    limit: LIMIT,
    async transmit(texts) {
      if (!client) throw new Error('not connected');
      await client.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [CHANNEL, texts]);
    },
    async disconnect() {
      closed = true;
      await client?.end();
    },
  });

  async function connect(): Promise<void> {
    // Our own socket, because `end` of the client would wait for an answer of a peer that is gone.
    const socket = new Socket();
    const fresh = new pg.Client({
      stream: () => socket,
      connectionString: deps.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: PING_MS,
      application_name: 'tallyboard live bus',
    });
    const ping = setInterval(() => {
      fresh.query('SELECT 1').catch((error: Error) => lose(error));
    }, PING_MS);
    ping.unref();
    let lost = false;
    const lose = (error: Error | null) => {
      clearInterval(ping);
      if (lost) return;
      lost = true;
      relay.down();
      if (client === fresh) client = null;
      socket.destroy();
      if (closed || !established) return;
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
    relay.up();
  }

  async function reconnect(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !closed; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      await sleep(wait, undefined, { ref: false });
      if (closed) return;
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
