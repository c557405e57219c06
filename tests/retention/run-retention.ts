import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '#tests/architecture/source-files.ts';
import { builtProgram } from '#tests/support/servers/built-programs.ts';
import type { RetentionWorld } from './retention-world.ts';

/** `npm run retention` on the database of this world, as built or from another file. */
export function runRetention(
  { program }: Pick<RetentionWorld, 'program'>,
  args: readonly string[],
  path = builtProgram('retention').path,
) {
  const { env } = builtProgram('retention');
  const child = spawn(process.execPath, [path, ...args], {
    cwd: ROOT,
    env: { ...env, DATABASE_URL: program.databaseUrl, LOG_LEVEL: 'silent' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const closed = once(child, 'close');
  return { child, output: () => output, exit: async () => (await closed)[0] as number | null };
}
