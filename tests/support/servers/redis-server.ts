import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { keptPort } from './kept-port.ts';

export type RedisServer = { url: string; stop: () => void; pause: () => void; resume: () => void };

/** REDIS_URL, else a redis-server of this machine, else null: the Redis tests are then skipped with a reason. */
export async function findRedis(): Promise<RedisServer | null> {
  const nothing = () => {};
  if (process.env.REDIS_URL) {
    return { url: process.env.REDIS_URL, stop: nothing, pause: nothing, resume: nothing };
  }
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const port = await keptPort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => child.kill('SIGKILL'),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (/ready to accept connections/i.test(chunk.toString())) done();
    });
  });
}
