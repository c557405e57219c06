import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { readEmail } from '#contracts/text.ts';

/** An error that the person at the terminal can fix; `message` is one line that says how. */
export class CliError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
  }
}

/** The options of a subcommand. Throws CliError with the usage for invalid arguments. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/);
    throw new CliError(`${sentence}. Usage: ${usage}`);
  }
}

/** The email in its stored form. Throws CliError for an invalid email. */
export function emailOf(given: string): string {
  const email = readEmail(given);
  if (email === null) throw new CliError(`--company takes an email, not "${given}"`);
  return email;
}

/**
 * Writes a text or bytes into a file, at the pace of the disk. It gets its name when it is complete and on the disk:
 * what was cut short is never taken for all of it. Throws CliError where it cannot be written, and what `text` throws.
 */
export async function writeFile(
  text: AsyncIterable<string | Uint8Array>,
  path: string,
  signal: AbortSignal,
  { packed = false, mode = 0o666 }: WriteOptions = {},
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
    const file = createWriteStream(unfinished, { flush: true, mode });
    await (packed
      ? pipeline(watched(), createGzip(PACKING), file, { signal })
      : pipeline(watched(), file, { signal }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    if (isOfText || signal.aborted) throw error;
    throw new CliError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

type WriteOptions = {
  /** By gzip. */
  readonly packed?: boolean;
  /** Of a new file, as in chmod. */
  readonly mode?: number;
};

/** The fastest, in large pieces: a database whose rows are packed must not wait. */
const PACKING = { level: 1, chunkSize: 1 << 18 };

/**
 * Runs a command with the variables of `.env`, if it exists. A CliError ends it with one line on stderr and exit
 * code 1; any other error shows its stack.
 */
export async function runMain(main: () => Promise<number | undefined>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof CliError ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Ends the process at once, with one line on stderr: nothing that it has in memory may go on. */
export function endProcess(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
