import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readEmail } from '#contracts/email.ts';

/** What the person at the terminal has to change; one line. */
export class AuditProblem extends Error {}

/** The options of a subcommand. Throws AuditProblem with the usage for what cannot be read. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/);
    throw new AuditProblem(`${sentence}. Usage: ${usage}`);
  }
}

/** An email in the form in which accounts have it; AuditProblem for what is none. */
export function emailOf(given: string): string {
  const email = readEmail(given);
  if (email === null) throw new AuditProblem(`--company takes an email, not "${given}"`);
  return email;
}
