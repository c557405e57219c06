import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './source-files.ts';

/** A line of the specification with the tests that prove it. */
export type Promised = {
  readonly line: string;
  /** The heading above it. */
  readonly section: string;
  readonly proofs: readonly Proof[];
};
export type Proof = { readonly file: string; readonly title: string };

const PROOF = /^ {2}- `([^`]+)` › (.+)$/;

/** Reads tests/spec-coverage.md: sections, one line per requirement, and its tests indented below the line. */
export function readCoverage(markdown: string): Promised[] {
  const all: { line: string; section: string; proofs: Proof[] }[] = [];
  let section = '';
  for (const text of markdown.split('\n')) {
    if (text.startsWith('## ')) section = text.slice('## '.length);
    else if (text.startsWith('- ')) all.push({ line: text.slice('- '.length), section, proofs: [] });
    else if (text.startsWith('  - ')) {
      const [, file = '', title = ''] = PROOF.exec(text) ?? [];
      all.at(-1)?.proofs.push({ file, title });
    }
  }
  return all;
}

/** Why this proof does not count; null when the test exists. */
export function missing({ file, title }: Proof): string | null {
  if (file === '' || !existsSync(join(ROOT, file))) return `no file ${file}`;
  return titlesIn(file).has(title) ? null : `no test ${title} in ${file}`;
}

const known = new Map<string, ReadonlySet<string>>();

/** The titles of the tests and groups of a file as they are written: `%s` and `${name}` are not filled in. */
function titlesIn(path: string): ReadonlySet<string> {
  const before = known.get(path);
  if (before) return before;
  const text = readFileSync(join(ROOT, path), 'utf8');
  const titles = new Set([...titlesBelow(parseSync(path, text).program)].map((title) => of(title, text)));
  known.set(path, titles);
  return titles;
}

type Title = { type: string; value?: unknown; start: number; end: number };
type Node = {
  type?: string;
  name?: string;
  callee?: Node;
  object?: Node;
  tag?: Node;
  arguments?: Title[];
};
const TESTS = new Set(['it', 'test', 'describe']);

/** The value of a string, the source of a template. */
function of({ value, start, end }: Title, text: string): string {
  return typeof value === 'string' ? value : text.slice(start + 1, end - 1);
}

function* titlesBelow(node: unknown): Generator<Title> {
  if (Array.isArray(node)) {
    for (const each of node) yield* titlesBelow(each);
  } else if (typeof node === 'object' && node !== null) {
    const { type, callee, arguments: [title] = [] } = node as Node;
    if (type === 'CallExpression' && callee && TESTS.has(rootOf(callee)) && isTitle(title)) yield title;
    for (const child of Object.values(node)) yield* titlesBelow(child);
  }
}

/** The rows of `it.each` are not a title. */
function isTitle(argument: Title | undefined): argument is Title {
  return argument?.type === 'Literal' || argument?.type === 'TemplateLiteral';
}

/** `it` of `it.each(rows)('title', …)`. */
function rootOf({ name, callee, object, tag }: Node): string {
  const inner = callee ?? object ?? tag;
  return inner ? rootOf(inner) : (name ?? '');
}
