import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
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

type Build = {
  /** Below `dist`. */
  readonly folder: string;
  readonly config: string;
  readonly sources: readonly string[];
  /** A file of every complete build. */
  readonly file: string;
};

const webApp: Build = {
  folder: 'web',
  config: 'web/vite.config.ts',
  sources: ['web', 'services/contracts', 'package-lock.json'],
  file: 'index.html',
};

/** The script with which exported files check themselves. */
const verifier: Build = {
  folder: 'offline',
  config: 'web/offline.config.ts',
  sources: ['web/offline.config.ts', 'web/src/offline', 'services/contracts', 'package-lock.json'],
  file: 'verifier.js',
};

/** Builds the web app into `dist/web`, and the script of exported files. True when the app was built. */
export async function buildWebApp(): Promise<boolean> {
  await buildVerifier();
  return buildOnce(webApp);
}

/** Builds the script of exported files into `dist/offline`. */
export function buildVerifier(): Promise<boolean> {
  return buildOnce(verifier);
}

/**
 * Builds if the sources have changed since the last build; true when it did. Without sources (a container image) the
 * existing build is used. Throws with vite's message.
 */
async function buildOnce({ folder, config, sources: paths, file }: Build): Promise<boolean> {
  if (!existsSync(join(root, config))) return false;
  const built = join(root, 'dist', folder);
  const stamp = join(root, `.cache/${folder}-build`);
  const sources = hashOf(paths);
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (last === sources && existsSync(join(built, file))) return false;
  // Built in a temporary folder, so that an interrupted build is never served.
  const fresh = join(root, `dist/${folder}-${process.pid}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', 'web', '--config', config, '--outDir', fresh, '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    // In a child process, so that the bundler does not stay in memory.
    await promisify(execFile)(process.execPath, [vite, ...args], { cwd: root, env });
    if (folder === webApp.folder) keepFormerAssets(built, fresh, Date.now());
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

/** A build of the web app: the names of its assets, and since when another has replaced it. */
type KnownBuild = { readonly assets: readonly string[]; readonly replacedAt: number | null };

const BUILDS = '.vite/builds.json';
const FORMER_BUILDS = 2;
const FORMER_MS = 30 * 24 * 3_600_000;

/**
 * Copies the assets of former builds beside those of the fresh one, so that open pages can go on loading their screens:
 * those of the last two builds that were replaced less than a month ago. All names have a digest of their content.
 */
export function keepFormerAssets(built: string, fresh: string, now: number): void {
  const former = knownBuilds(built)
    .map(({ assets, replacedAt }) => ({ assets, replacedAt: replacedAt ?? now }))
    .filter(({ replacedAt }) => now - replacedAt < FORMER_MS)
    .slice(0, FORMER_BUILDS);
  const current: KnownBuild = { assets: namesIn(join(fresh, 'assets')), replacedAt: null };
  for (const name of new Set(former.flatMap(({ assets }) => assets))) {
    const [from, to] = [join(built, 'assets', name), join(fresh, 'assets', name)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
  mkdirSync(join(fresh, '.vite'), { recursive: true });
  writeFileSync(join(fresh, BUILDS), JSON.stringify([current, ...former]));
}

/** The builds whose assets are in this folder, newest first. */
function knownBuilds(built: string): readonly KnownBuild[] {
  const list = join(built, BUILDS);
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as KnownBuild[];
  return [{ assets: namesIn(join(built, 'assets')), replacedAt: null }];
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** A digest of names and contents, without tests. */
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

/** The files below a folder in a fixed order; for a file, the file itself. */
function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}
