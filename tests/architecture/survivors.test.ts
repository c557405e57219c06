import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countSurvivors,
  entryOf,
  missingFrom,
  oneLine,
  readSurvivors,
  readUncovered,
} from '../mutation/survivors.ts';
import { ROOT } from './source-files.ts';

const list = readFileSync(join(ROOT, 'tests/mutation/survivors.md'), 'utf8');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');

describe('the listed survivors', () => {
  it('are code that is still there', () => {
    const gone = readSurvivors(list).filter(
      ({ file, code }) => !textOf(file).includes(code.replace(/ …$/, '')),
    );
    expect(gone).toEqual([]);
  });

  it('have their entries once', () => {
    const entries = readSurvivors(list).map(({ file, code, replacement }) =>
      [file, code, replacement].join('\n'),
    );
    expect(entries).toEqual([...new Set(entries)]);
  });

  it('and the lines that are not reached are in files that exist', () => {
    for (const file of readUncovered(list)) expect(textOf(file)).not.toBe('');
  });
});

describe('a list of survivors', () => {
  const survivor = { file: 'a.ts', code: 'a < b', replacement: 'a <= b' };
  const page = (...lines: string[]) => ['# Survivors', '', 'All of them.', '', ...lines].join('\n');

  it('is read with file, code, replacement and count', () => {
    const text = page(
      '## a.ts',
      '',
      'Both are whole:',
      '',
      '- `a < b` → `a <= b`',
      '- `` `x` `` → `""`, 2 times',
    );
    expect(readSurvivors(text)).toEqual([
      { ...survivor, count: 1 },
      { file: 'a.ts', code: '`x`', replacement: '""', count: 2 },
    ]);
    expect(
      readSurvivors(text)
        .map(entryOf)
        .map((entry) => text.includes(entry)),
    ).toEqual([true, true]);
  });

  it('needs a reason, and entries as they are printed', () => {
    expect(() => readSurvivors(page('## a.ts', '', '- `a < b` → `a <= b`'))).toThrow('no reason');
    expect(() => readSurvivors(page('## a.ts', '', 'Why:', '- `a < b`'))).toThrow('not an entry');
  });

  it('is compared with a run by the count of each', () => {
    const [listed = { ...survivor, count: 0 }] = countSurvivors([survivor, survivor]);
    expect(listed.count).toBe(2);
    expect(missingFrom([listed], [listed])).toEqual([]);
    expect(missingFrom([{ ...listed, count: 1 }], [listed])).toEqual([listed]);
    expect(missingFrom([], [listed])).toEqual([listed]);
  });

  it('names files that are not wholly reached by what covers them', () => {
    expect(readUncovered(page('- services/a.ts: tests/a', '- `a < b` → `b`'))).toEqual(
      new Set(['services/a.ts']),
    );
    expect(oneLine('a\n  .b()')).toBe('a .b()');
  });
});
