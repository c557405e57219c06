import { createRedisBackend, withBackend } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { openQueue } from './bullmq-queue.ts';
import type { BackendEvents, JobBackend } from './job-backend.port.ts';

const RECONNECT_MAX_MS = 2000;

/** The caller of `add` waits for the answer, so it fails at once while the server is away. */
const failsFast: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: 10_000,
};
/** A worker survives any outage; BullMQ rejects other values. */
const waitsForever: RedisOptions = { maxRetriesPerRequest: null };

/** Jobs in a Redis server. The driver is loaded only when there is one. */
export function createRedisJobBackend(url: string, queueName: string): JobBackend {
  return {
    description: 'BullMQ on Redis',
    open: async (events, timing) => {
      const connections: Redis[] = [];
      const close = () => {
        for (const connection of connections) connection.disconnect();
      };
      try {
        for (const options of [failsFast, waitsForever]) {
          const connection = await newConnection(url, options, events);
          connections.push(connection);
          await connection.connect();
        }
        const [queue, worker] = connections as [Redis, Redis];
        const opened = await openQueue(
          withBackend(createRedisBackend),
          queueName,
          { queue, worker },
          events,
          timing,
        );
        return {
          ...opened,
          close: async () => {
            await opened.close();
            close();
          },
        };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

async function newConnection(url: string, options: RedisOptions, events: BackendEvents): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const connection = new Redis(url, {
    ...options,
    lazyConnect: true,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), RECONNECT_MAX_MS),
  });
  connection.on('error', events.onError);
  return connection;
}
