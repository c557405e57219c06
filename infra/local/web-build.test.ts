import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFormerAssets } from './web-build.ts';

const DAY_MS = 24 * 3_600_000;

/** A place for builds; `build` makes one of these assets, at a day, and returns all assets that are served then. */
function place() {
  const directory = mkdtempSync(join(tmpdir(), 'tallyboard-builds-'));
  const built = join(directory, 'web');
  return {
    directory,
    build(day: number, ...names: string[]): string[] {
      const fresh = join(directory, `web-${day}`);
      mkdirSync(join(fresh, 'assets'), { recursive: true });
      for (const name of names) writeFileSync(join(fresh, 'assets', name), `${name} of day ${day}`);
      keepFormerAssets(built, fresh, day * DAY_MS);
      rmSync(built, { recursive: true, force: true });
      // As the build does it.
      mkdirSync(built);
      for (const folder of ['assets', '.vite']) {
        mkdirSync(join(built, folder));
        for (const name of readdirSync(join(fresh, folder)))
          writeFileSync(join(built, folder, name), readFileSync(join(fresh, folder, name)));
      }
      return readdirSync(join(built, 'assets')).sort();
    },
  };
}

test('the assets of the last two builds stay beside those of the present one', () => {
  const { build } = place();
  expect(build(1, 'index-1.js', 'base-1.js')).toEqual(['base-1.js', 'index-1.js']);
  expect(build(2, 'index-2.js', 'base-1.js')).toEqual(['base-1.js', 'index-1.js', 'index-2.js']);
  expect(build(3, 'index-3.js')).toEqual(['base-1.js', 'index-1.js', 'index-2.js', 'index-3.js']);
  expect(build(4, 'index-4.js')).toEqual(['base-1.js', 'index-2.js', 'index-3.js', 'index-4.js']);
});

test('a build that was replaced a month ago is gone with the next one', () => {
  const { build } = place();
  build(1, 'index-1.js');
  build(2, 'index-2.js');
  expect(build(33, 'index-33.js')).toEqual(['index-2.js', 'index-33.js']);
});
