import type { Log } from '../log.ts';
import type { LiveBus } from './live-bus.port.ts';
import { createRelay } from './live-relay.ts';

const CHANNEL = 'tallyboard:live';

/**
 * Redis publish/subscribe. Two connections, because one that subscribes may not publish; both reconnect by
 * themselves. Rejects when the first attempt fails. The client is loaded only here: without REDIS_URL
 * nothing of it is in memory.
 */
export async function createRedisLiveBus(deps: {
  url: string;
  log: Pick<Log, 'error' | 'warn' | 'info'>;
}): Promise<LiveBus> {
  const { Redis } = await import('ioredis');
  // A publish that waits in a queue for the next connection would be stale news: it fails and is owned up to.
  const options = {
    lazyConnect: true,
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
      await Promise.all(texts.map((text) => publisher.publish(CHANNEL, text)));
    },
    async disconnect() {
      publisher.disconnect();
      listener.disconnect();
    },
  });

  async function listen(): Promise<void> {
    await listener.subscribe(CHANNEL);
    relay.up();
  }
  for (const connection of [publisher, listener]) {
    connection.on('error', (error: Error) => deps.log.warn({ err: error }, 'live bus: Redis'));
    connection.on('close', relay.down);
  }
  listener.on('message', (_channel: string, text: string) => relay.receive(text));

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
