import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readEmail } from '#contracts/email.ts';
import { CliError } from '#platform/terminal/cli-error.ts';

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
