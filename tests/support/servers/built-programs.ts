import { readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { MIGRATIONS } from '#infra/postgres/migrate.ts';
import { type ProgramProcess, startProgramProcess } from './program-process.ts';
import { serverFolder } from './server-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built programs. */
    builtPrograms: string;
  }
}

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = {
  start: 'services/main/start.main.ts',
  retention: 'services/main/retention.main.ts',
  backup: 'services/main/backup.main.ts',
  restore: 'services/main/restore.main.ts',
  archive: 'services/main/archive.main.ts',
  company: 'services/main/company.main.ts',
  audit: 'services/main/audit.main.ts',
  doctor: 'services/main/doctor.main.ts',
  import: 'services/import/import.main.ts',
  runner: 'tests/projections/runner.child.ts',
  rebuild: 'tests/projections/rebuild.child.ts',
  sender: 'tests/platform/mail/sender.child.ts',
  worker: 'tests/platform/jobs/worker.fixture.ts',
};
const CACHE = 'compiled';
/** Loaded by few programs, from their packages; the first is not installed. */
const OPTIONAL = ['pg-native', '@eventstore/db-client', 'stripe'];

/**
 * Vitest global setup: bundles the programs that tests start often, from their current sources. Without some thousand
 * files to load, each is ready with half the processor time. `main/start.test.ts` starts the sources.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const { path, remove } = serverFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  const migrations = readdirSync(MIGRATIONS).map((file) => [
    `migrations/${basename(file, '.ts')}`,
    join(MIGRATIONS, file),
  ]);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [pathsOf(path)],
    ssr: { noExternal: true, external: OPTIONAL },
    build: {
      ssr: true,
      outDir: path,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: { ...PROGRAMS, ...Object.fromEntries(migrations) },
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunks/[name].mjs',
          // Half the text to read at each start.
          minify: true,
          keepNames: true,
        },
      },
    },
  });
  project.provide('builtPrograms', path);
  return remove;
}

/** Keeps paths relative to the source files, except for that of the migrations, which are built, too. */
const pathsOf = (built: string) => ({
  name: 'paths-of-sources',
  transform: (code: string, id: string) => {
    const folder = JSON.stringify(dirname(id) === dirname(MIGRATIONS) ? built : dirname(id));
    const replaced = code.replaceAll('import.meta.dirname', folder);
    return id.includes('/@fastify/') ? replaced.replaceAll('__dirname', folder) : replaced;
  },
});

/** What starts that program, and its environment. */
export function builtProgram(name: keyof typeof PROGRAMS): {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
} {
  const folder = inject('builtPrograms');
  return {
    path: join(folder, `${name}.mjs`),
    env: { ...process.env, EVENTSTORE_URL: '', NODE_COMPILE_CACHE: join(folder, CACHE) },
  };
}

/** Like `startProgramProcess`, for tests that start it often. */
export function startBuiltProgram(
  dataDir: string,
  args?: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramProcess> {
  const { path, env } = builtProgram('start');
  const { NODE_COMPILE_CACHE = '' } = env;
  return startProgramProcess(dataDir, args, { NODE_COMPILE_CACHE, ...environment }, path);
}
