import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import type { JobServer } from './job-server.ts';

/** The Redis that the tests will run on, in words; null when this machine has none. */
export function findRedis(): string | null {
  if (process.env.REDIS_URL) return 'REDIS_URL';
  const found = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return found.status === 0 ? `redis-server ${found.stdout.match(/v=(\S+)/)?.[1]} from PATH` : null;
}

export async function startRedisJobServer(): Promise<JobServer> {
  const queueName = `test-${randomUUID()}`;
  const given = process.env.REDIS_URL;
  if (given) {
    return {
      description: 'REDIS_URL',
      backend: { redisUrl: given, queueName },
      power: null,
      dispose: () => forget(given, queueName),
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-redis-'));
  const port = await keptPort();
  let child = await launch(folder, port);
  return {
    description: 'redis-server of this test file',
    backend: { redisUrl: `redis://127.0.0.1:${port}`, queueName },
    power: {
      off: () => end(child),
      on: async () => {
        child = await launch(folder, port);
      },
    },
    dispose: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
  const child = spawn('redis-server', [...args, ...durable], { stdio: 'ignore' });
  const probe = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  probe.on('error', () => {});
  await vi.waitFor(() => probe.ping(), WAIT_OPTIONS);
  probe.disconnect();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

async function forget(url: string, queueName: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${queueName}:*`, count: 1000 })) {
    if (keys.length > 0) await redis.unlink(...keys);
  }
  redis.disconnect();
}
