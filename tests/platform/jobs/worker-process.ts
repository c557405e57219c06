import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { JobBackendOptions } from '#platform/jobs/job-backend.module.ts';

/** Runs `worker.fixture.ts` in a process of its own; `said` grows as it speaks. */
export function spawnWorker(backend: JobBackendOptions, mode: 'hang' | 'leave') {
  const file = join(import.meta.dirname, 'worker.fixture.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(backend), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = { text: '' };
  child.stdout.on('data', (chunk) => {
    said.text += String(chunk);
  });
  return { process: child, said, exited: once(child, 'exit') };
}
