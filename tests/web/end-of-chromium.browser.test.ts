import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a Chromium that ends fails one test, with its last words; the tests after that are skipped', async () => {
  const config = join(import.meta.dirname, 'end-of-chromium/vitest.config.ts');
  const run = promisify(execFile)(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--no-color',
  ]);
  const failed: { stdout: string; stderr: string } = await run.catch((error) => error);
  const report = failed.stdout + failed.stderr;
  expect(report).toContain('1 passed, 1 failed, 2 skipped');
  const end = /Error: Chromium ended with SIG[A-Z]+\. Its last words:\n[^❯]*these are my last words/g;
  expect(report.match(end)).toHaveLength(1);
});
