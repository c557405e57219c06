import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const SOURCES = ['web', 'services/contracts', 'package-lock.json'];

/**
 * Builds the web app into `dist/web` when its sources differ from those of the last build; true when it did.
 * Without sources (a container image) the build that is there counts. Throws with the words of vite.
 */
export async function buildWebApp(): Promise<boolean> {
  if (!existsSync(join(root, 'web/index.html'))) return false;
  const built = join(root, 'dist/web');
  const stamp = join(root, '.cache/web-build');
  const sources = hashOf(SOURCES);
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (last === sources && existsSync(join(built, 'index.html'))) return false;
  // A folder of its own first, so that a build cut short never is what people get.
  const fresh = join(root, `dist/web-${process.pid}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', 'web', '--config', 'web/vite.config.ts', '--outDir', fresh, '--logLevel', 'error'];
  try {
    // A process of its own: a bundler would stay in the memory of the program.
    await promisify(execFile)(process.execPath, [vite, ...args], { cwd: root });
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

/** Of names and contents; tests of the web app do not end up in it. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    if (!path.includes('.test.'))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** Files below a folder in a fixed order; of a file itself. */
function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}
