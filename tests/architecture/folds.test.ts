import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest } from './areas.ts';
import { ROOT, sourceFiles } from './source-files.ts';

const ORGANIZATION = 'services/contracts/events/organization.events.ts';

/** Every file that declares what the events of an organization do to a state. */
const folds = sourceFiles()
  .filter(({ path, text }) => !isTest(path) && /: Fold<.+OrganizationEvent\['type'\]> = /.test(text))
  .map(({ path }) => path);

/** The files that do not compile because of an event `planted` that the organization could have. */
async function errorsAbout(planted: string): Promise<Set<string>> {
  const copy = mkdtempSync(join(tmpdir(), 'tallyboard-folds-'));
  try {
    for (const part of ['services', 'tsconfig.json', 'tsconfig.server.json', 'package.json']) {
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const events = readFileSync(join(copy, ORGANIZATION), 'utf8');
    writeFileSync(join(copy, ORGANIZATION), events.replace("| 'GoalAdded'", `| 'GoalAdded' | '${planted}'`));
    // Only what the folds load, so that it is quick.
    const config = {
      extends: './tsconfig.server.json',
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
      files: folds,
    };
    writeFileSync(join(copy, 'folds.json'), JSON.stringify({ ...config, include: [] }));
    const errors = (await compile(copy)).matchAll(/^(\S+?)\(\d+,\d+\): error (.+)$/gm);
    return new Set([...errors].flatMap(([, path = '', what = '']) => (what.includes(planted) ? [path] : [])));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function compile(folder: string): Promise<string> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const args = ['-p', 'folds.json', '--checkers', '1', '--pretty', 'false'];
  return new Promise((done) => execFile(tsc, args, { cwd: folder }, (_error, stdout) => done(stdout)));
}

it('a new type of event of the organization does not compile before every fold names it', async () => {
  expect(folds.length).toBeGreaterThan(4);
  const found = await errorsAbout('JobAidAdded');
  expect(folds.filter((path) => !found.has(path))).toEqual([]);
});
