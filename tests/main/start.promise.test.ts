import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, it } from 'vitest';
import { expectRatio, shortestOf } from '#tests/support/promised.ts';
import { startProgramProcess, temporaryDataDir } from '#tests/support/servers/program-process.ts';

const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

/** Imports a web server, listens, and ends. */
const BARE =
  "const { fastify } = await import('fastify'); await fastify().listen({ port: 0 }); process.exit(0);";

it('starts with the demo in 200 times a bare web server, and again in 30 times', async () => {
  const bare = await shortestOf(5, () =>
    once(spawn(process.execPath, ['--input-type=module', '-e', BARE]), 'exit'),
  );
  const baseline = { name: 'a bare web server', ms: bare };
  const first = await startProgramProcess(dataDir, ['--api-only']);
  await first.stop();
  expectRatio(200, { name: 'first start', ms: first.startMs }, baseline);
  const again: number[] = [];
  for (let start = 0; start < 3; start += 1) {
    const program = await startProgramProcess(dataDir, ['--api-only']);
    again.push(program.startMs);
    await program.stop();
  }
  expectRatio(30, { name: 'second start', ms: Math.min(...again) }, baseline);
});
