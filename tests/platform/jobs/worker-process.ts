import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { JobBackendOptions } from '#platform/jobs/job-backend.module.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';

/** Runs `worker.fixture.ts` in a process of its own; `said` grows as it speaks. */
export function spawnWorker(backend: JobBackendOptions, mode: 'hang' | 'work' | 'leave') {
  const { path, env } = builtProgram('worker');
  const child = spawn(process.execPath, [path, JSON.stringify(backend), mode], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = { text: '' };
  child.stdout.on('data', (chunk) => {
    said.text += String(chunk);
  });
  return { process: child, said, exited: once(child, 'exit') };
}
