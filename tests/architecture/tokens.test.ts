import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const RAW = [/#[0-9a-f]{3,8}\b/i, /\b(?:rgb|hsl|oklch)a?\(/i, /font-weight: *\d/];

/** Lines of a style sheet with a colour or a font weight of its own. */
const rawLines = (path: string, text: string) =>
  text
    .split('\n')
    .flatMap((line, at) => (RAW.some((raw) => raw.test(line)) ? [`${path}:${at + 1} ${line.trim()}`] : []));

test('colours and font weights are decided in web/src/ui/theme', () => {
  const sheets = globSync('web/src/**/*.css').filter((path) => !path.startsWith('web/src/ui/theme/'));
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap((path) => rawLines(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test.each(['a { color: #fff; }', 'a { color: rgb(0 0 0 / 5%); }', 'a { font-weight: 560; }'])(
  'finds %s',
  (text) => expect(rawLines('planted.css', text)).toHaveLength(1),
);
