import { type Scheduler, systemScheduler } from '../clock.ts';
import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

export const CONNECTION_NAME = 'tallyboard-live-bus';
/** A server that keeps its connections and does not answer is noticed within two of these. */
const PING_MS = 2_000;

/**
 * Redis publish/subscribe. Two connections, because a subscribed one may not publish; both reconnect by themselves.
 * Rejects when the first attempt fails. The client is loaded only here, so it takes no memory without REDIS_URL.
 */
export async function createRedisLiveBus(deps: {
  url: string;
  /** Separates installations that share a Redis: their positions and companies differ. */
  channel?: string;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
  scheduler?: Scheduler;
}): Promise<LiveBus> {
  const { scheduler = systemScheduler, channel = 'tallyboard:live' } = deps;
  const { Redis } = await import('ioredis');
  // A message that waited for the next connection would be stale: publishing fails, and `missed` follows.
  const options = {
    lazyConnect: true,
    connectionName: CONNECTION_NAME,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 5_000,
    keepAlive: 5_000,
    retryStrategy: (attempt: number) => Math.min(100 * 2 ** attempt, 2_000),
  };
  const publisher = new Redis(deps.url, options);
  const listener = new Redis(deps.url, options);

  const relay = createRelay({
    log: deps.log,
    scheduler,
    async transmit(texts) {
      await Promise.all(texts.map((text) => publisher.publish(channel, text)));
    },
    async disconnect() {
      stopPinging();
      publisher.disconnect();
      listener.disconnect();
    },
  });

  async function listen(): Promise<void> {
    await listener.subscribe(channel);
    relay.up();
  }
  for (const connection of [publisher, listener]) {
    connection.on('error', (error: Error) => deps.log.warn({ err: error }, 'live bus: Redis'));
    connection.on('close', relay.down);
  }
  listener.on('message', (_: string, text: string) => relay.receive(text));

  const unanswered = new Set<typeof publisher>();
  async function ping(connection: typeof publisher): Promise<void> {
    if (connection.status !== 'ready') return;
    if (unanswered.has(connection)) {
      unanswered.delete(connection);
      connection.disconnect(true);
      return;
    }
    unanswered.add(connection);
    // When the connection breaks, 'close' tells of it.
    await connection.ping().catch(() => {});
    unanswered.delete(connection);
  }
  const stopPinging = scheduler.every(PING_MS, () => {
    for (const connection of [publisher, listener]) void ping(connection);
  });

  try {
    await Promise.all([publisher.connect(), listener.connect()]);
    await listen();
  } catch (error) {
    stopPinging();
    publisher.disconnect();
    listener.disconnect();
    throw error;
  }
  // From here on every 'ready' of either client is a reconnection.
  listener.on('ready', () => {
    listen().catch((error: unknown) => deps.log.warn({ err: error }, 'live bus: cannot subscribe'));
  });
  publisher.on('ready', () => {
    if (listener.status === 'ready') relay.up();
  });
  return relay.bus;
}
