import { existsSync } from 'node:fs';
import { CliError } from '#platform/terminal.ts';

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
