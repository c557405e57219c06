import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from './terminal.ts';

/**
 * The text of a key that a file holds, for its owner alone. Where there is no file, it is made: whole or not at all, and
 * by one of several processes that start at once. Where none can be made, because the folder is not ours to write, the
 * key lives as long as this process, unless its file `isNeeded`. Throws CliError for a file that cannot be read, or made.
 */
export async function keyIn(
  file: string,
  make: () => string,
  { isNeeded }: { readonly isNeeded: boolean },
): Promise<string> {
  const there = await contentsOf(file);
  if (there !== undefined) return there;
  const text = make();
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
    return text;
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return (await contentsOf(file)) ?? text;
    if (isReadOnly(error) && !isNeeded) return text;
    throw new CliError(`The key ${file} cannot be made: ${(error as Error).message}`);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** Whether an error says that a place may not be written. */
export function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Undefined when there is no such file. Throws CliError when it cannot be read. */
export async function contentsOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
