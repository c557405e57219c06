import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allScreens } from '#tests/e2e/all-screens.ts';
import { paths } from '../../web/src/app/routes/paths.ts';
import { ROOT } from './source-files.ts';

const listed = new Set(allScreens.map(({ path }) => path));

test('every address that has a screen is among those that are looked at', () => {
  expect(Object.values(paths).filter((path) => !listed.has(path))).toEqual([]);
});

test('every screen of the app has its address in paths', () => {
  const screens = readFileSync(join(ROOT, 'web/src/app/routes/screens.ts'), 'utf8');
  const rows = screens.match(/^\s*\[?\s*(?=paths\.)paths\.\w+/gm) ?? [];
  expect(rows.length).toBeGreaterThan(30);
  // A screen at an address written out would be looked at by nobody.
  expect(screens.match(/\[\s*['"`]\//g)).toBeNull();
});

test('every picture has a name of its own', () => {
  const names = allScreens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
