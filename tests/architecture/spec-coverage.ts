import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './source-files.ts';

/** A line of the specification, and the tests that prove it. */
export type Promised = {
  readonly line: string;
  /** Heading that it stands under. */
  readonly section: string;
  readonly proofs: readonly Proof[];
};
export type Proof = { readonly file: string; readonly title: string };

const PROOF = /^ {2}- `([^`]+)` › (.+)$/;

/** Reads tests/spec-coverage.md: `##` sections, a line each, indented below it its tests. */
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

/** Why this is no proof; null when there is such a test. */
export function missing({ file, title }: Proof): string | null {
  if (file === '' || !existsSync(join(ROOT, file))) return `no file ${file}`;
  return titlesIn(file).has(title) ? null : `no test ${title} in ${file}`;
}

const known = new Map<string, ReadonlySet<string>>();

/** What the tests and groups of a file are called, as the source says it: `%s` and `${name}` stand as they are. */
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

/** A text as it is meant, a template as it is written. */
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

/** The rows of `it.each` are no title. */
function isTitle(argument: Title | undefined): argument is Title {
  return argument?.type === 'Literal' || argument?.type === 'TemplateLiteral';
}

/** `it` of `it.each(rows)('title', …)`. */
function rootOf({ name, callee, object, tag }: Node): string {
  const inner = callee ?? object ?? tag;
  return inner ? rootOf(inner) : (name ?? '');
}
