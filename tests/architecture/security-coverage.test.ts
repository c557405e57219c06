import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';
import { missing, type Promised, readCoverage } from './spec-coverage.ts';

/** Levels 1 and 2 of V6, V7 and V8 in ASVS 5.0.0: the requirements of each section. */
const REQUIRED: Readonly<Record<string, number>> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
};

const text = readFileSync(join(ROOT, 'tests/security-coverage.md'), 'utf8');
const REASON = /^ {2}- Why not: .{20,}$/;
const PAGE = /^ {2}- Page: `([^`]+)`$/;

/** A requirement with its tests, its reasons for having none, and its pages. */
type Backed = Promised & { readonly reasons: number; readonly pages: readonly string[] };

function read(markdown: string): Backed[] {
  const others = markdown.split('\n').filter((line) => REASON.test(line) || PAGE.test(line));
  const proofs = readCoverage(
    markdown
      .split('\n')
      .filter((line) => !others.includes(line))
      .join('\n'),
  );
  const notes = new Map<string, string[]>();
  let current = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('- ')) current = line.slice(2);
    else if (REASON.test(line) || PAGE.test(line)) notes.set(current, [...(notes.get(current) ?? []), line]);
  }
  return proofs.map((requirement) => {
    const own = notes.get(requirement.line) ?? [];
    return {
      ...requirement,
      reasons: own.filter((line) => REASON.test(line)).length,
      pages: own.flatMap((line) => PAGE.exec(line)?.[1] ?? []),
    };
  });
}

describe('tests/security-coverage.md', () => {
  const requirements = read(text);

  it('has every requirement of levels 1 and 2, once, in their order', () => {
    const ids = requirements.map(({ line }) => /^(\d\.\d\.\d+) \([12]\) \S/.exec(line)?.[1]);
    const required = Object.entries(REQUIRED).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    );
    expect(ids).toEqual(required);
  });

  it('has a test, a page or a reason for each', () => {
    const bare = requirements.filter(
      ({ proofs, reasons, pages }) => proofs.length + reasons + pages.length === 0,
    );
    expect(bare.map(({ line }) => line)).toEqual([]);
  });

  it('names only tests and pages that exist', () => {
    const gone = requirements.flatMap(({ line, proofs, pages }) => [
      ...proofs.flatMap((proof) => (missing(proof) === null ? [] : [`${line}: ${missing(proof)}`])),
      ...pages.filter((page) => !existsSync(join(ROOT, page))).map((page) => `${line}: no page ${page}`),
    ]);
    expect(gone).toEqual([]);
  });

  it('does not accept an excuse without a reason or a page that does not exist', () => {
    const [excuse] = read('- 6.1.1 (1) x\n  - Why not: no');
    expect(excuse).toMatchObject({ reasons: 0, proofs: [{ file: '' }] });
    expect(missing({ file: '', title: '' })).not.toBeNull();
  });
});
