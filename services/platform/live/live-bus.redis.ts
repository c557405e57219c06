import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

export const CONNECTION_NAME = 'tallyboard-live-bus';

/**
 * Redis publish/subscribe. Two connections, because one that subscribes may not publish; both reconnect by
 * themselves. Rejects when the first attempt fails. The client is loaded only here: without REDIS_URL
 * nothing of it is in memory.
 */
export async function createRedisLiveBus(deps: {
  url: string;
  /** Installations that share a Redis must not hear each other: their positions and companies differ. */
  channel?: string;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
}): Promise<LiveBus> {
  const channel = deps.channel ?? 'tallyboard:live';
  const { Redis } = await import('ioredis');
  // A publish that waits in a queue for the next connection would be stale news: it fails and is owned up to.
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
    async transmit(texts) {
      await Promise.all(texts.map((text) => publisher.publish(channel, text)));
    },
    async disconnect() {
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

  try {
    await Promise.all([publisher.connect(), listener.connect()]);
    await listen();
  } catch (error) {
    publisher.disconnect();
    listener.disconnect();
    throw error;
  }
  // From here on every 'ready' of either is a reconnection.
  listener.on('ready', () => {
    listen().catch((error: unknown) => deps.log.warn({ err: error }, 'live bus: cannot subscribe'));
  });
  publisher.on('ready', () => {
    if (listener.status === 'ready') relay.up();
  });
  return relay.bus;
}
