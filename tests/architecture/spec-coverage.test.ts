import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/integration/stories/section-7.ts';
import { ROOT } from './source-files.ts';
import { missing, readCoverage } from './spec-coverage.ts';

const promised = readCoverage(readFileSync(join(ROOT, 'tests/spec-coverage.md'), 'utf8'));
const isLater = (section: string) => section.startsWith('Later: ');

describe('tests/spec-coverage.md', () => {
  it('names tests that there are', () => {
    expect(promised.length).toBeGreaterThan(80);
    const gone = promised.flatMap(({ line, proofs }) =>
      proofs.flatMap((proof) => (missing(proof) === null ? [] : [`${line}: ${missing(proof)}`])),
    );
    expect(gone).toEqual([]);
  });

  it('has a test for every line that is not for later', () => {
    const bare = promised.filter(({ section, proofs }) => !isLater(section) && proofs.length === 0);
    expect(bare.map(({ line }) => line)).toEqual([]);
  });

  it.each(callsOfTheSpecification)('has the call %s', (call) => {
    const lines = promised.filter(({ line }) => line.startsWith(`\`${call}\``));
    expect(lines.map(({ section }) => section)).toEqual(['Section 7: the calls']);
  });

  it.each([
    { file: 'tests/integration/stories/nowhere.test.ts', title: 'in $where' },
    { file: 'tests/integration/stories/stories.test.ts', title: 'in no place' },
    // A text in a test is not its title.
    { file: 'tests/integration/stories/stories.test.ts', title: 'one process' },
    { file: '', title: '' },
  ])('would not do with $title of $file', (proof) => {
    expect(missing(proof)).not.toBeNull();
  });
});
