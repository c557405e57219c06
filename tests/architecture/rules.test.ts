import { describe, expect, it } from 'vitest';
import { rules } from './rules.ts';
import { parseFile, sourceFiles } from './source-files.ts';

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_name, { broken, planted }) => {
  it('everywhere', () => {
    const found = sourceFiles().flatMap((file) => broken(file).map((what) => `${file.path}: ${what}`));
    expect(found).toEqual([]);
  });

  it.each(planted)('finds $path with $text', ({ path, text }) => {
    expect(broken(parseFile(path, text))).not.toEqual([]);
  });
});

describe('the checked files', () => {
  it('are all files of the project, each with its imports', () => {
    const files = new Map(sourceFiles().map((file) => [file.path, file]));
    expect(files.size).toBeGreaterThan(100);
    expect(files.get('services/main/wiring.ts')?.imports).toContain(
      'services/platform/live/live-bus.redis.ts',
    );
    const unknown = [...files.values()].flatMap(({ path, imports }) =>
      imports.filter((to) => /\.tsx?$/.test(to) && !files.has(to)).map((to) => `${path}: ${to}`),
    );
    expect(unknown).toEqual([]);
  });
});
