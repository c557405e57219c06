import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliError, writeFile } from './terminal.ts';

const { signal } = new AbortController();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* text(end?: Error) {
  yield 'one\n';
  yield 'two\n';
  if (end) throw end;
}

describe('a file that is written', () => {
  test('gets its name once it is complete', async () => {
    await writeFile(text(), join(folder, 'whole.csv'), signal);
    expect(readFileSync(join(folder, 'whole.csv'), 'utf8')).toBe('one\ntwo\n');
    expect(readdirSync(folder)).toEqual(['whole.csv']);
  });

  test('is removed when the writing fails', async () => {
    const broken = new Error('the database went away');
    await expect(writeFile(text(broken), join(folder, 'cut.csv'), signal)).rejects.toBe(broken);
    const stopped = writeFile(text(), join(folder, 'cut.csv'), AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that cannot be written is reported in one line', async () => {
    mkdirSync(join(folder, 'there'));
    for (const [path, code] of [
      [join(folder, 'missing/file.csv'), 'ENOENT'],
      [join(folder, 'there'), 'EISDIR'],
    ] as const) {
      const problem = await writeFile(text(), path, signal).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(CliError);
      expect((problem as Error).message).toMatch(new RegExp(`^${path} cannot be written: ${code}[^\\n]*$`));
    }
    expect(readdirSync(folder)).toEqual(['there']);
  });
});
