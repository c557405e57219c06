import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run dev`: the API, restarted when one of its files changes, behind Vite with hot reload. */
const root = join(import.meta.dirname, '../..');
const apiPort = process.env.PORT ?? '3000';
const children = [
  run('--watch', '--watch-preserve-output', 'services/main/start.main.ts', '--api-only'),
  run('node_modules/vite/bin/vite.js', 'web', '--config', 'web/vite.config.ts'),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
// Each needs the other.
const code = await Promise.race(children.map(ended));
for (const child of children) child.kill('SIGTERM');
await Promise.all(children.map(ended));
process.exitCode = code;

function run(...args: string[]): ChildProcess {
  const env = { ...process.env, API_URL: `http://127.0.0.1:${apiPort}` };
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
}

function ended(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => child.once('exit', (exitCode) => done(exitCode ?? 0)));
}
