import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

type Versions = Readonly<Record<string, string>>;
type Manifest = { readonly dependencies: Versions; readonly devDependencies: Versions };
type Locked = {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
};
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(text('package.json')) as Manifest;
const lock = JSON.parse(text('package-lock.json')) as Lock;

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const EXACT_IMAGE = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)*$/;
/** Built here. */
const OWN_IMAGE = 'tallyboard';

const loose = ({ dependencies, devDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !EXACT.test(version));

/** Packages of the lockfile whose bytes it does not name. */
const unsealed = ({ packages }: Lock) =>
  Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !/^sha512-/.test(integrity ?? ''),
  );

function imagesOf(path: string, line: RegExp): string[] {
  return [...text(path).matchAll(line)].map(([, image = '']) => image).filter((image) => image !== OWN_IMAGE);
}

describe('every dependency is pinned', () => {
  it('to one version and its bytes', { tags: ['reliability-55'] }, () => {
    expect(loose(manifest)).toEqual([]);
    expect(unsealed(lock)).toEqual([]);
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });

  it('and installed as locked, on images of one version', { tags: ['reliability-55'] }, () => {
    const installs = text('infra/docker/Dockerfile').match(/npm (ci|i|install)\b.*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
    const images = [
      ...imagesOf('infra/docker/Dockerfile', /^FROM (\S+)/gm),
      ...imagesOf('docker-compose.yml', /^\s+image: (\S+)/gm),
    ];
    expect(images.length).toBeGreaterThan(4);
    expect(images.filter((image) => !EXACT_IMAGE.test(image))).toEqual([]);
  });

  it.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', 'git+ssh://host/x.git'])(
    'so %s would be found',
    (version) => {
      expect(loose({ dependencies: { x: version }, devDependencies: {} })).toHaveLength(1);
      expect(EXACT_IMAGE.test(`node:${version}`)).toBe(false);
    },
  );
});

it('npm lists each of them with its checksum', { tags: ['reliability-55'] }, async () => {
  const asked = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const { stdout } = await promisify(execFile)('npm', asked, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  type Component = { readonly name: string; readonly version: string; readonly hashes?: readonly object[] };
  const { components } = JSON.parse(stdout) as { readonly components: readonly Component[] };
  const listed = components.map(({ name, version }) => `${name} ${version}`);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(new Set(listed)).toEqual(
    new Set(locked.map(([path, { name, version }]) => `${name ?? nameOf(path)} ${version}`)),
  );
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
});
