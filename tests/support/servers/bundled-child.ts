import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

/** An optional dependency of `pg` that is not installed. */
const OPTIONAL = ['pg-native'];

/** Keeps paths relative to the source files. */
const whereSourcesAre = {
  name: 'where-sources-are',
  transform: (code: string, id: string) =>
    code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
};

/**
 * Bundles a program that tests start often into one file: it starts in a fifth of the time. Call it at the top level
 * of a test file; the bundle is built before its tests and removed after them.
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
