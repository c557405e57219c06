import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from './source-files.ts';

const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').split('\n').filter(Boolean);

/** What the first stage of the image copies from the checkout, which builds for the browser: from where, and to where. */
const copied = linesOf('infra/docker/Dockerfile')
  .slice(
    0,
    linesOf('infra/docker/Dockerfile').findIndex((line) => line.includes('npm run build')),
  )
  .filter((line) => line.startsWith('COPY '))
  .flatMap((line) => {
    const paths = line.split(' ').slice(1);
    const to = paths.at(-1) ?? '';
    return paths
      .slice(0, -1)
      .map((from) => ({ from, to: to.endsWith('/') ? join(to, from.split('/').at(-1) ?? '') : to }));
  });

it('the image copies nothing that its build does not get', () => {
  const ignored = linesOf('.dockerignore');
  expect(copied.length).toBeGreaterThan(5);
  for (const { from } of copied) {
    const isLeftOut = ignored.some((line) => from === line || from.startsWith(`${line.replace(/\*$/, '')}`));
    expect(!isLeftOut || ignored.includes(`!${from}`), from).toBe(true);
  }
});

it('what the image copies is enough to build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { from, to } of copied) cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const build = `import { buildVerifier } from './infra/local/web-build.ts'; await buildVerifier();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', build], { cwd: folder });
  expect(existsSync(join(folder, 'dist/offline/verifier.js'))).toBe(true);
});
