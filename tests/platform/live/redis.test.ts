import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Role } from '#platform/config.ts';
import { CONNECTION_NAME, createRedisLiveBus } from '#platform/live/live-bus.redis.ts';
import { createLog } from '#platform/log.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { createHttpClient } from '#tests/support/servers/http-client.ts';
import { findRedis } from '#tests/support/servers/redis-server.ts';
import { startAnother, startTestProgram } from '#tests/support/servers/test-program.ts';
import { committed, describeLiveBus, listenOn } from './live-bus.suite.ts';

const redis = await findRedis();
if (!redis) console.log('live bus on Redis: skipped, neither REDIS_URL nor a redis-server on this machine');
afterAll(() => redis?.stop());

describe.skipIf(!redis)('with a Redis server', () => {
  const url = redis?.url ?? '';
  // One for each test: news of the test before may still be on its way in the same.
  let channel: string;
  beforeEach(() => {
    channel = randomUUID();
  });
  const open = () => createRedisLiveBus({ url, channel, log: createLog('silent') });

  describeLiveBus('Redis', open, 3);

  it('reconnects by itself, reports the loss of messages on both sides, and works again', async () => {
    const [near, far] = [listenOn(await open()), listenOn(await open())];
    const admin = new Redis(url);
    const clients = String(await admin.client('LIST')).split('\n');
    for (const client of clients.filter((line) => line.includes(`name=${CONNECTION_NAME}`))) {
      await admin.call('CLIENT', 'KILL', 'ID', /id=(\d+)/.exec(client)?.[1] ?? '');
    }
    await vi.waitFor(() => {
      expect(near.heard).toContainEqual({ kind: 'missed' });
      expect(far.heard).toContainEqual({ kind: 'missed' });
    }, WAIT_OPTIONS);
    await vi.waitFor(() => {
      near.bus.publish(committed(2));
      expect(far.heard.at(-1)).toEqual(committed(2));
    }, WAIT_OPTIONS);
    await Promise.all([near.bus.close(), far.bus.close()]);
    admin.disconnect();
  });
});

describe.skipIf(!redis || process.env.REDIS_URL !== undefined)('with a Redis server that hangs', () => {
  it('says since when it is down, at /readyz, and no longer when it answers again; one with the API stays ready', {
    tags: ['reliability-53'],
  }, async () => {
    const all = await startTestProgram({ redisUrl: redis?.url });
    onTestFinished(all.stop);
    const roles = new Set<Role>(['gateway', 'projections']);
    const gateway = await startAnother(all, { redisUrl: redis?.url, roles });
    onTestFinished(gateway.stop);
    const readyz = async ({ url }: { url: string }) => {
      const { status, body } = await createHttpClient(url).get('/readyz');
      return { status, ...body.checks['live bus'] };
    };
    const isUp = async () => {
      for (const each of [all, gateway]) expect(await readyz(each)).toEqual({ status: 200, ok: true });
    };
    await vi.waitFor(isUp, WAIT_OPTIONS);
    // First of all: without it a failed test would wait for its programs for ever.
    onTestFinished(() => redis?.resume());
    redis?.pause();
    await vi.waitFor(async () => {
      const { status, ok, error, downSeconds } = await readyz(gateway);
      expect([status, ok, error]).toEqual([503, false, `down for ${downSeconds} seconds`]);
      expect(await readyz(all)).toEqual({ status: 200, ok: true, downSeconds: expect.any(Number) });
    }, WAIT_OPTIONS);
    redis?.resume();
    await vi.waitFor(isUp, WAIT_OPTIONS);
  });
});

it('refuses to start without a server', async () => {
  await expect(
    createRedisLiveBus({ url: 'redis://127.0.0.1:1', log: createLog('silent') }),
  ).rejects.toThrow();
});
