import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CliError } from '#platform/terminal/cli-error.ts';

/**
 * Writes a text into a file, at the pace of the disk. It gets its name when it is complete: what was cut short is
 * never taken for all of it. Throws CliError where it cannot be written, and what `text` throws.
 */
export async function writeFile(
  text: AsyncIterable<string>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${path}.part`;
  let isOfText = false;
  async function* watched() {
    try {
      yield* text;
    } catch (error) {
      isOfText = true;
      throw error;
    }
  }
  try {
    await pipeline(watched(), createWriteStream(unfinished), { signal });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    if (isOfText || signal.aborted) throw error;
    throw new CliError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
