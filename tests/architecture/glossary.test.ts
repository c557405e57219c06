import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

const OWN_TERMS_MAX = 20;
const ENTRY_LINES_MAX = 2;

/** The entries of each chapter: a line that begins with `- **` and the indented lines below it. */
function chapters(): Map<string, string[]> {
  const text = readFileSync(join(ROOT, 'infra/glossary.md'), 'utf8');
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((chapter) => [
        chapter.slice(0, chapter.indexOf('\n')),
        [...chapter.matchAll(/^- .+(?:\n {2}.+)*/gm)].map(([entry]) => entry),
      ]),
  );
}

describe('the glossary', () => {
  it('has at most 20 terms of our own', () => {
    const own = chapters().get('Our own') ?? [];
    expect(own).not.toEqual([]);
    expect(own.length).toBeLessThanOrEqual(OWN_TERMS_MAX);
  });

  it('explains each term once, in at most two lines', () => {
    const entries = [...chapters().values()].flat();
    for (const entry of entries) expect(entry.split('\n').length, entry).toBeLessThanOrEqual(ENTRY_LINES_MAX);
    const terms = entries.map((entry) => /^- \*\*(.+?)\*\*/.exec(entry)?.[1]);
    expect(terms).not.toContain(undefined);
    expect(terms).toEqual([...new Set(terms)]);
  });
});
