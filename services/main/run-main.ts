import { existsSync } from 'node:fs';
import { ConfigError } from '#platform/environment.ts';
import { StartError } from './start-error.ts';

/**
 * Runs a program of ours with the variables of `.env`, if there is one. What a person can mend ends it with
 * one line on stderr and exit code 1; a bug also shows where it is.
 */
export async function runMain(main: () => Promise<number | undefined>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    const forPeople = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${forPeople ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}
