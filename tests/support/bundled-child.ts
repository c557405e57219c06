import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

/** What `pg` would take if it were installed. */
const OPTIONAL = ['pg-native'];

/** Files beside a source are read from where that is. */
const whereSourcesAre = {
  name: 'where-sources-are',
  transform: (code: string, id: string) =>
    code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
};

/**
 * A program that tests start again and again, with all that it imports in one file: starting it takes a fifth of the
 * time. Made before the tests of the file that calls this, at its top level, and removed after them.
 */
export function bundledChild(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-child-'));
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'warn',
      plugins: [whereSourcesAre],
      ssr: { noExternal: true, external: OPTIONAL },
      build: {
        ssr: file,
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        target: 'node24',
        rolldownOptions: { output: { entryFileNames: 'child.mjs', codeSplitting: false } },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    path: join(folder, 'child.mjs'),
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  };
}

export type BundledChild = ReturnType<typeof bundledChild>;
