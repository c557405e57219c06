import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allScreens } from '#tests/web/all-screens.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { ROOT } from './source-files.ts';

const listed = new Set(allScreens.map(({ path }) => path));

test('the list of all screens has every address that has a screen', { tags: ['spec-2.16'] }, () => {
  expect(Object.values(paths).filter((path) => !listed.has(path))).toEqual([]);
});

test('every screen of the app takes its address from paths.ts', () => {
  const screens = readFileSync(join(ROOT, 'web/src/app/routes/screens.ts'), 'utf8');
  const rows = screens.match(/^\s*\[?\s*(?=paths\.)paths\.\w+/gm) ?? [];
  expect(rows.length).toBeGreaterThan(30);
  // The list of all screens would not have a screen whose address is written out here.
  expect(screens.match(/\[\s*['"`]\//g)).toBeNull();
});

test('every screenshot has its own name', () => {
  const names = allScreens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
