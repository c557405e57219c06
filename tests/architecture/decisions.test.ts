import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOfPage, linksIn, pagesNamedIn, readPage, UNCLEAR_WORDS } from './decision-page.ts';
import { ROOT, sourceFiles } from './source-files.ts';

const FOLDER = 'infra/adr';
const pages = readdirSync(join(ROOT, FOLDER)).map((name) =>
  readPage(name, readFileSync(join(ROOT, FOLDER, name), 'utf8')),
);
const numbers = new Set(pages.map(({ number }) => number));
const names = new Set(pages.map(({ name }) => name));

/** Every Markdown file of the project. */
const documents = ['.', 'infra', 'projections', 'services', 'tests', 'web']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((path) => path.endsWith('.md') && !path.includes('node_modules/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

describe('the decisions', () => {
  it.each(pages)('$name has the head, the size and the words of ADR 0001', (page) => {
    expect(faultsOfPage(page)).toEqual([]);
  });

  it('are all in the index, in order, under their titles', () => {
    const index = pages.find(({ number }) => number === '0001')?.text ?? '';
    const rows = index.split('\n').filter((line) => /^\| \[\d/.test(line));
    expect(rows).toEqual(pages.map(({ number, name, title }) => `| [${number}](${name}) | ${title} |`));
    const last = Math.max(...[...numbers].map(Number));
    const missing = Array.from({ length: last }, (_, at) => `${at + 1}`.padStart(4, '0')).filter(
      (number) => !numbers.has(number) && !index.includes(`| ${number} | Never used`),
    );
    expect(missing).toEqual([]);
  });

  it('that are superseded are named by their successors', () => {
    for (const { number, status } of pages) {
      const [, successor] = /^superseded by \[ADR (\d{4})\]/.exec(status) ?? [];
      if (successor === undefined) continue;
      const named = pages.find((page) => page.number === successor)?.status ?? '';
      expect(named, `${successor} names ${number}`).toContain(number);
    }
  });

  it('exist wherever a file names one', () => {
    const texts = [
      ...documents,
      ...sourceFiles().filter(({ path }) => !path.startsWith('tests/architecture')),
    ];
    const gone = texts.flatMap(({ path, text }) =>
      pagesNamedIn(text)
        .filter((page) => !numbers.has(page) && !names.has(page))
        .map((page) => `${path}: ADR ${page}`),
    );
    expect(gone).toEqual([]);
  });
});

describe('the documents', () => {
  it('link only to files that exist', () => {
    const broken = documents.flatMap(({ path, text }) =>
      linksIn(text)
        .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name the noun', () => {
    // The coverage tables quote the titles of tests.
    const own = documents.filter(({ path }) => !path.endsWith('-coverage.md'));
    const unclear = own.flatMap(({ path, text }) => {
      const found = UNCLEAR_WORDS.exec(text)?.[0];
      return found ? [`${path}: ${found}`] : [];
    });
    expect(unclear).toEqual([]);
  });
});

describe('a page at fault', () => {
  const head = ['- Date: 2026-11-21', '- Status: accepted', '- Context: a', '- Decision: b', '- Cost: c'];
  const pageOf = (lines: readonly string[]) => ['# 0001 Title', '', ...lines, '', 'Text.'].join('\n');

  it.each([
    ['is of another number', '0002-title.md', pageOf(head)],
    ['has no head', '0001-title.md', '# 0001 Title\n\n**Decided.** Text.'],
    ['lacks the cost', '0001-title.md', pageOf(head.slice(0, 4))],
    ['has no date', '0001-title.md', pageOf(['- Date: today', ...head.slice(1)])],
    ['has another status', '0001-title.md', pageOf(head.with(1, '- Status: done'))],
    [
      'names a successor without a link',
      '0001-title.md',
      pageOf(head.with(1, '- Status: superseded by 0002')),
    ],
    ['has a long line in its head', '0001-title.md', pageOf(head.with(2, `- Context: ${'a'.repeat(130)}`))],
    ['is too long', '0001-title.md', pageOf([...head, ...Array.from({ length: 90 }, () => '')])],
    ['says "whoever"', '0001-title.md', `${pageOf(head)}\nWhoever asks is answered.`],
  ])('is found when it %s', (_fault, name, text) => {
    expect(faultsOfPage({ name, text })).not.toEqual([]);
  });

  it('is known by its number, its path and its links', () => {
    expect(faultsOfPage({ name: '0001-title.md', text: pageOf(head) })).toEqual([]);
    expect(pagesNamedIn('see ADR 0099 and infra/adr/0098-x.md')).toEqual(['0099', '0098-x.md']);
    expect(linksIn('[a](b.md#c) [d](https://e.test) [f](../g.ts)')).toEqual(['b.md', '../g.ts']);
  });
});
