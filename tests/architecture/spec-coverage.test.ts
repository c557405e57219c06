import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/stories/section-7.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { ROOT } from './source-files.ts';
import { missing, readCoverage } from './spec-coverage.ts';

const ROUTES = 'Section 2: screens and routes';
const promised = readCoverage(readFileSync(join(ROOT, 'tests/spec-coverage.md'), 'utf8'));

describe('tests/spec-coverage.md', () => {
  it('names only tests that exist', () => {
    expect(promised.length).toBeGreaterThan(80);
    const gone = promised.flatMap(({ line, proofs }) =>
      proofs.flatMap((proof) => (missing(proof) === null ? [] : [`${line}: ${missing(proof)}`])),
    );
    expect(gone).toEqual([]);
  });

  it('has a test for every line', () => {
    expect(promised.filter(({ proofs }) => proofs.length === 0).map(({ line }) => line)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('has section %d', (number) => {
    const lines = promised.filter(({ section }) => section.startsWith(`Section ${number}: `));
    expect(lines.length).toBeGreaterThan(2);
  });

  it('has every route of section 2 with a screen', () => {
    const text = promised.map(({ section, line }) => (section === ROUTES ? line : '')).join(' ');
    // Screens that the specification does not ask for.
    const own = [
      paths.gallery,
      paths.wall,
      paths.replay,
      paths.comparison,
      paths.history,
      paths.historyOf,
      paths.proof,
    ];
    const missed = Object.values(paths).filter(
      (path) => !own.some((each) => each === path) && !text.includes(`\`${path.replace(':id', '{id}')}\``),
    );
    expect(missed).toEqual([]);
  });

  it.each(callsOfTheSpecification)('has the call %s', (call) => {
    const lines = promised.filter(({ line }) => line.startsWith(`\`${call}\``));
    expect(lines.map(({ section }) => section)).toEqual(['Section 7: the calls']);
  });

  it.each([
    { file: 'tests/stories/nowhere.test.ts', title: 'in $where' },
    { file: 'tests/stories/stories.test.ts', title: 'in no place' },
    // A string inside a test is not its title.
    { file: 'tests/stories/stories.test.ts', title: 'one process' },
    { file: '', title: '' },
  ])('does not accept $title of $file as a test', (proof) => {
    expect(missing(proof)).not.toBeNull();
  });
});
