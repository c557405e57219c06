import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

const TOPS = ['services', 'projections', 'web/src', 'infra', 'tests'];
/** Written by a test run, and in no commit. */
const UNTRACKED = new Set(['tests/screenshots']);

/** The tests of a slice lie in a folder with its name: the README says so once. */
function isTestsOfSlice(folder: string): boolean {
  const [top, name = ''] = folder.split('/');
  return top === 'tests' && (name === 'projections' || existsSync(join(ROOT, 'services', name)));
}

/** The folders that the README's tree names: `name/` in the line of a top folder or in the indented lines below it. */
function namedFolders(readme: string): Set<string> {
  const [, tree = ''] = /```\n(services\/ [\s\S]+?)```/.exec(readme) ?? [];
  const folders = new Set<string>();
  let top = '';
  for (const line of tree.split('\n')) {
    top = /^(\S+)\/\s/.exec(line)?.[1] ?? top;
    const below = line.replace(/^\S+\/\s/, '').replaceAll(/\([^)]*\)/g, '');
    for (const [, name] of below.matchAll(/(?<!\S)([a-z0-9-]+)\/(?=\s|$)/g)) folders.add(`${top}/${name}`);
  }
  return folders;
}

it('the tree of the README names every folder of the second level, and no other', () => {
  const folders = TOPS.flatMap((top) =>
    readdirSync(join(ROOT, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${top}/${name}`),
  ).filter((folder) => !UNTRACKED.has(folder) && !isTestsOfSlice(folder));
  expect(namedFolders(readFileSync(join(ROOT, 'README.md'), 'utf8'))).toEqual(new Set(folders));
});

it('a tree is read with its comments left out', () => {
  const tree = [
    'services/  sales/ shifts/ (no folder/ here)',
    '           main/  x.main.ts',
    'web/src/  ui/',
  ];
  expect(namedFolders(`\`\`\`\n${tree.join('\n')}\n\`\`\``)).toEqual(
    new Set(['services/main', 'services/sales', 'services/shifts', 'web/src/ui']),
  );
});
