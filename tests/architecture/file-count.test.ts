import { expect, it } from 'vitest';
import { allEndpoints } from '#contracts/endpoints/all.endpoints.ts';
import { isTest } from './areas.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** How much there is to read in services/, projections/ and infra/. These numbers may only go down, but for a new feature. */
const MOST = { files: 581, filesPerEndpoint: 4, shareWithOneImporter: 0.25 };

const backend = sourceFiles().filter(
  ({ path }) => /^(services|projections|infra)\//.test(path) && !isTest(path),
);

/** Files that exactly one other file imports: a reader has to open both to understand either. */
function withOneImporter(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, number>();
  for (const { imports } of files)
    for (const path of new Set(imports)) importers.set(path, (importers.get(path) ?? 0) + 1);
  return files.map(({ path }) => path).filter((path) => importers.get(path) === 1);
}

it('the backend has no more files than its limit, also for each endpoint', () => {
  expect(backend.length).toBeGreaterThan(100);
  expect(backend.length).toBeLessThanOrEqual(MOST.files);
  expect(backend.length / allEndpoints.length).toBeLessThanOrEqual(MOST.filesPerEndpoint);
});

it('few files of the backend have a single importer', () => {
  const single = withOneImporter(backend);
  expect(single).toContain('services/main/program.ts');
  expect(single.length / backend.length).toBeLessThanOrEqual(MOST.shareWithOneImporter);
});
