import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/stories/section-7.ts';
import {
  type Requirement,
  reliability,
  requirementsIn,
  security,
  specification,
  type TaggedTest,
  unproven,
} from '#tests/support/coverage-maps.ts';
import { paths } from '../../web/src/kit/paths.ts';
import { ROOT, sourceFiles } from './source-files.ts';

const ROUTES = 'Section 2: screens and routes';

/** Levels 1 and 2 of ASVS 5.0.0 without the chapters that do not apply: the number of requirements of each section. */
const REQUIRED: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};

/** The tags in the source of all tests. */
const carried = new Set(
  sourceFiles()
    .filter(({ path }) => /\.(test|suite)\.tsx?$/.test(path))
    .flatMap(({ text }) => text.match(/(?<=')(?:spec|decision|asvs|reliability)-[\d.]+(?=')/g) ?? []),
);

/** The lines that nothing answers. */
const bareIn = (map: readonly Requirement[]) =>
  map
    .filter(({ tag, pages, isExcused }) => !carried.has(tag) && pages.length === 0 && !isExcused)
    .map(({ line }) => line);

it('the maps name only pages that exist', () => {
  const pages = [...specification, ...security, ...reliability].flatMap((requirement) => requirement.pages);
  expect(pages.filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
});

describe('tests/spec-coverage.md', () => {
  it('has a test, a page or a reason for each line', () => {
    expect(specification.length).toBeGreaterThan(400);
    expect(bareIn(specification)).toEqual([]);
  });

  it('has no reason for a line that a test proves', () => {
    const proven = specification.filter(({ tag, isExcused }) => carried.has(tag) && isExcused);
    expect(proven.map(({ line }) => line)).toEqual([]);
  });

  it('numbers each line once', () => {
    expect(new Set(specification.map(({ tag }) => tag)).size).toBe(specification.length);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('has section %d', (number) => {
    const lines = specification.filter(({ section }) => section.startsWith(`Section ${number}: `));
    expect(lines.length).toBeGreaterThan(2);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('has the product decisions of part %d', (number) => {
    const lines = specification.filter(({ section }) => section.startsWith(`Decisions ${number}: `));
    expect(lines.length).toBeGreaterThan(2);
  });

  it('has every route of section 2 with a screen', () => {
    const text = specification.map(({ section, line }) => (section === ROUTES ? line : '')).join(' ');
    // Screens that the specification does not ask for.
    const own = [
      paths.gallery,
      paths.wall,
      paths.replay,
      paths.comparison,
      paths.history,
      paths.historyOf,
      paths.proof,
      paths.employeeSales,
      paths.myShifts,
      ...[paths.myPay, paths.myStatement, paths.payroll, paths.payrollOf, paths.statementOf],
      ...[paths.paySettings, paths.claims],
      paths.importSales,
      paths.emailLink,
      paths.secondFactor,
    ];
    const missed = Object.values(paths).filter(
      (path) => !own.some((each) => each === path) && !text.includes(`\`${path.replace(':id', '{id}')}\``),
    );
    expect(missed).toEqual([]);
  });

  it.each(callsOfTheSpecification)('has the call %s', (call) => {
    const lines = specification.filter(
      ({ section, line }) => section === 'Section 7: the calls' && line.startsWith(`\`${call}\``),
    );
    expect(lines).toHaveLength(1);
  });
});

describe('tests/reliability-coverage.md', () => {
  it('has a test, a page or a reason for each of the 55 questions', () => {
    expect(reliability.map(({ tag }) => tag)).toEqual(
      Array.from({ length: 55 }, (_, at) => `reliability-${String(at + 1).padStart(2, '0')}`),
    );
    expect(bareIn(reliability)).toEqual([]);
  });

  it('has no reason for a question that a test answers', () => {
    const answered = reliability.filter(({ tag, isExcused }) => carried.has(tag) && isExcused);
    expect(answered.map(({ line }) => line)).toEqual([]);
  });
});

describe('tests/security-coverage.md', () => {
  it('has every requirement of levels 1 and 2, once, in their order', () => {
    const required = Object.entries(REQUIRED).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `asvs-${section}.${at + 1}`),
    );
    expect(security.map(({ tag }) => tag)).toEqual(required);
    expect(security.filter(({ line }) => !/^\([12]\) \S/.test(line))).toEqual([]);
  });

  it('has a test, a page or a reason for each', () => {
    expect(bareIn(security)).toEqual([]);
  });

  it('does not accept an excuse without a reason', () => {
    expect(requirementsIn('## V6 x\n- 6.1.1 (1) x\n  - Why not: no')).toMatchObject([{ isExcused: false }]);
  });
});

describe('a line without a proof in this run', () => {
  const lines = requirementsIn(
    '## Section 1: x\n- 1.1 sells\n- 1.2 pays\n  - Why not: nothing to test in it at all',
  );
  const proof = (state: TaggedTest['state']): TaggedTest => ({ name: 'a test', tags: ['spec-1.1'], state });

  it('is proven by a test that passed', () => {
    expect(unproven(lines, [proof('passed')])).toEqual([]);
  });

  it('is named when no test carries its tag', () => {
    expect(unproven(lines, [])).toEqual(['spec-1.1: no test that carries it ran: sells']);
  });

  it.each(['failed', 'skipped', 'pending'] as const)('is named when one of its tests is %s', (state) => {
    expect(unproven(lines, [proof('passed'), proof(state)])).toEqual([
      `spec-1.1: a test was to prove it, and is ${state}: sells`,
    ]);
  });
});
