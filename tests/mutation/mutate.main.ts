import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { core } from './core.ts';
import {
  countSurvivors,
  entryOf,
  type Listed,
  missingFrom,
  oneLine,
  readSurvivors,
  readUncovered,
} from './survivors.ts';

/**
 * `npm run mutate [-- <group, folder or file> …]`: changes one operator, value or statement of the core at a time and
 * runs the tests of that line. Exit code 1 when a change survives that survivors.md does not list, when a listed
 * one is gone, or when a group misses the score.
 */
const WANTED_PERCENT = 95;
/** A change that ends in an endless loop is noticed by the time. */
const KILLED = ['Killed', 'Timeout'];
const ROOT = join(import.meta.dirname, '../..');

const wanted = process.argv.slice(2);
const groups = Object.entries(core)
  .map(([name, group]) => {
    const files = globSync(group.files, { cwd: ROOT });
    return { name, files: files.filter((file) => isWanted(name, file)) };
  })
  .filter((group) => group.files.length > 0);
const files = groups.flatMap((group) => group.files);
const unknown = wanted.find(
  (name) => !groups.some((group) => group.files.some((file) => fits(name, group.name, file))),
);
if (unknown !== undefined) {
  process.stderr.write(
    `'${unknown}' is no group (${Object.keys(core).join(', ')}) and has no file of the core.\n`,
  );
  process.exit(1);
}

function isWanted(group: string, file: string): boolean {
  return wanted.length === 0 || wanted.some((name) => fits(name, group, file));
}

function fits(name: string, group: string, file: string): boolean {
  return name === group || name === file || file.startsWith(name.replace(/\/?$/, '/'));
}

process.chdir(ROOT);
// As they are now: they may be edited during the run.
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n')]));
const mutants: MutantResult[] = [];
for (const group of groups) mutants.push(...(await mutantsOf(group)));

/** Of a group, or of the part of it that is wanted, with the tests of the group. */
function mutantsOf({ name, files }: { name: string; files: string[] }): Promise<MutantResult[]> {
  process.env.MUTATION_GROUP = name;
  const report = `.cache/mutation/${name}`;
  return new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'compiled-only.ts')],
    ignorers: ['compiled-only'],
    coverageAnalysis: 'perTest',
    // It would be read with an API that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    // The configuration of the compiler names each part of the source, so its own files stay.
    ignorePatterns: ['dist', '.data', '.cache', 'web/**', '!web/tsconfig.json'],
    tempDirName: `.cache/mutation-${process.pid}`,
    reporters: ['progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    timeoutMS: 10_000,
    concurrency: Number(process.env.WORKERS ?? Math.min(2, availableParallelism())),
    warnings: false,
  }).runMutationTest();
}

const results = mutants.map(({ fileName, location, replacement, status }) => {
  const file = relative(ROOT, resolve(fileName));
  const code = oneLine(textAt(file, location));
  return { file, status, line: location.start.line, code, replacement: oneLine(replacement) };
});

type Place = { readonly line: number; readonly column: number };

function textAt(file: string, { start, end }: { start: Place; end: Place }): string {
  const lines = (sources.get(file) ?? []).slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return lines.join('\n');
}

const list = readFileSync(join(import.meta.dirname, 'survivors.md'), 'utf8');
const listed = readSurvivors(list).filter(({ file }) => files.includes(file));
const survived = countSurvivors(results.filter(({ status }) => status === 'Survived'));
const notReached = readUncovered(list);

print('\nGroup        Killed  Survived  Not covered    Score');
let missed = false;
for (const { name, files } of groups) {
  const ofGroup = results.filter(({ file }) => files.includes(file));
  const [killed, alive, uncovered] = [KILLED, ['Survived'], ['NoCoverage']].map(
    (statuses) => ofGroup.filter(({ status }) => statuses.includes(status)).length,
  ) as [number, number, number];
  const score = (100 * killed) / Math.max(1, killed + alive);
  // A part of a group may have all of its survivors.
  const isWhole = wanted.length === 0 || wanted.includes(name);
  missed ||= isWhole && score < WANTED_PERCENT;
  const cells = [
    name.padEnd(11),
    ...[killed, alive, uncovered].map((count, at) => `${count}`.padStart([7, 9, 12][at] ?? 0)),
  ];
  print(`${cells.join(' ')} ${score.toFixed(1).padStart(6)} %`);
}

const uncovered = Object.groupBy(
  results.filter(({ status }) => status === 'NoCoverage'),
  ({ file }) => file,
);
const faults = [
  ...listing('Survived, and not in survivors.md', missingFrom(listed, survived)),
  ...listing('In survivors.md, but killed or gone', missingFrom(survived, listed)),
  ...Object.entries(uncovered)
    .filter(([file]) => !notReached.has(file))
    .flatMap(([file, found = []]) => [
      `\nNot reached by a test, and not in survivors.md: ${file}`,
      ...found.map(({ line, code, replacement }) => `${line}: ${code} → ${replacement}`),
    ]),
  ...files
    .filter((file) => notReached.has(file) && !uncovered[file])
    .map((file) => `\nIn survivors.md as not reached, but every line is: ${file}`),
  ...(missed ? [`\nA group is below ${WANTED_PERCENT} %.`] : []),
];
print(faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);

function listing(title: string, entries: readonly Listed[]): string[] {
  const byFile = Object.entries(Object.groupBy(entries, ({ file }) => file));
  if (byFile.length === 0) return [];
  return [
    '',
    `${title}:`,
    ...byFile.flatMap(([file, found = []]) => ['', `## ${file}`, '', ...found.map(entryOf)]),
  ];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
