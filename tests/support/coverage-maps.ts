import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a coverage map. */
export type Requirement = {
  /** The tag that the tests of this line carry: `spec-7.12`, `decision-9.3`, `asvs-6.2.1`. */
  readonly tag: string;
  readonly line: string;
  /** The heading above it. */
  readonly section: string;
  /** Pages that answer it, instead of a test. */
  readonly pages: readonly string[];
  /** True when the line says why it has no test. */
  readonly isExcused: boolean;
};

/** What became of a test that carries tags. */
export type TaggedTest = {
  readonly name: string;
  readonly tags: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
};

/** How the tags of a section begin, by the first word of its heading. */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/^Section \d/, 'spec'],
  [/^Decisions \d/, 'decision'],
  [/^V\d/, 'asvs'],
  [/^Reliability: /, 'reliability'],
];

const LINE = /^- ([\d.]+\d) (.+)$/;
const PAGE = /^ {2}- Page: `([^`]+)`$/;
const REASON = /^ {2}- Why not: .{20,}$/;

/** Reads a map: headings, a line with a number for each requirement, and below it pages or a reason for having no test. */
export function requirementsIn(markdown: string): Requirement[] {
  const all: { tag: string; line: string; section: string; pages: string[]; isExcused: boolean }[] = [];
  let section = '';
  for (const text of markdown.split('\n')) {
    const [, id, line = ''] = LINE.exec(text) ?? [];
    if (text.startsWith('## ')) section = text.slice('## '.length);
    else if (id) all.push({ tag: `${prefixOf(section)}-${id}`, line, section, pages: [], isExcused: false });
    else if (text.startsWith('- ')) throw new Error(`no number: ${text}`);
    const last = all.at(-1);
    const page = PAGE.exec(text)?.[1];
    if (last && page) last.pages.push(page);
    if (last && REASON.test(text)) last.isExcused = true;
  }
  return all;
}

function prefixOf(section: string): string {
  const [, prefix] = PREFIXES.find(([heading]) => heading.test(section)) ?? [];
  if (!prefix) throw new Error(`lines of no known section: ${section}`);
  return prefix;
}

const read = (name: string) => requirementsIn(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

/** The lines of the specification and of the product decisions. */
export const specification = read('spec-coverage.md');
/** The requirements of OWASP ASVS. */
export const security = read('security-coverage.md');
/** What a cautious operator asks of the core. */
export const reliability = read('reliability-coverage.md');

/** What keeps these requirements from being proven by a run of all tests: a sentence for each. */
export function unproven(requirements: readonly Requirement[], tests: readonly TaggedTest[]): string[] {
  return requirements.flatMap(({ tag, line, pages, isExcused }) => {
    const proofs = tests.filter(({ tags }) => tags.includes(tag));
    if (proofs.length === 0) {
      return pages.length > 0 || isExcused ? [] : [`${tag}: no test that carries it ran: ${line}`];
    }
    return proofs
      .filter(({ state }) => state !== 'passed')
      .map(({ name, state }) => `${tag}: ${name} was to prove it, and is ${state}: ${line}`);
  });
}
