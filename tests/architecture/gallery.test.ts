import { expect, test } from 'vitest';
import { parseFile, type SourceFile, sourceFiles } from './source-files.ts';

const UI = /^web\/src\/ui\/[^/]+\.tsx$/;
const GALLERY = 'web/src/features/gallery/';
const COMPONENT = /^export (?:const|function) ([A-Z]\w*)/gm;

/** The components of web/src/ui that screens may use and that the gallery does not show. */
function missingIn(files: readonly SourceFile[]): string[] {
  const drawn = files
    .filter(({ path }) => path.startsWith(GALLERY))
    .map(({ text }) => text)
    .join('\n');
  return files
    .filter(({ path }) => UI.test(path) && !isPart(path, files))
    .flatMap(({ text }) => [...text.matchAll(COMPONENT)].map(([, name = '']) => name))
    .filter((name) => !new RegExp(`<${name}[ />\\n]`).test(drawn));
}

/** Only other components use it, so the gallery shows it with them. */
function isPart(path: string, files: readonly SourceFile[]): boolean {
  const users = files.filter((file) => file.imports.includes(path));
  return users.length > 0 && users.every((user) => UI.test(user.path));
}

test('the gallery shows every component of web/src/ui', () => {
  const files = sourceFiles();
  expect(files.filter(({ path }) => UI.test(path)).length).toBeGreaterThan(20);
  expect(missingIn(files)).toEqual([]);
});

test('a component that the gallery does not show is found', () => {
  const planted = parseFile('web/src/ui/planted.tsx', 'export function Planted() {}');
  expect(missingIn([...sourceFiles(), planted])).toContain('Planted');
});
